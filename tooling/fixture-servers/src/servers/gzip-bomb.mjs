/** HTTP only. Answers with `--bytes N` of zeros in gzip, about a thousandth of that on the wire (T24). */
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { announce, optionValue } from "../wire/serve.mjs";

const bomb = gzipSync(Buffer.alloc(Number(optionValue("--bytes") ?? 200 * 1024 * 1024), " "));

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  response.end(bomb);
});
server.listen(0, "127.0.0.1", () => announce(`http://127.0.0.1:${server.address().port}/mcp`));
