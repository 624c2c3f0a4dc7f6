/** HTTP only. Answers everything with `--status N`, `--type TYPE`, `--body TEXT` and `--header "Name: value"`. */
import { createServer } from "node:http";
import { announce, optionValue } from "../wire/serve.mjs";

const type = optionValue("--type");
const [name, value] = (optionValue("--header") ?? "").split(": ");
const headers = {
  ...(type === undefined ? {} : { "content-type": type }),
  ...(value === undefined ? {} : { [name]: value }),
};

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(Number(optionValue("--status") ?? 500), headers);
  response.end(optionValue("--body") ?? "");
});
server.listen(0, "127.0.0.1", () => announce(`http://127.0.0.1:${server.address().port}/mcp`));
