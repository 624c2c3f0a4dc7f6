/**
 * Lists its tools, resources, templates and prompts on pages, as `--how` says: `loop` leads back to a page that was read, `endless` to
 * ever new ones, `expires` forgets a cursor once and `expires-always` each time, `repeats` lists entries twice and others that are none.
 */
import { optionValue, RpcError, serve } from "../wire/serve.mjs";

const how = optionValue("--how");
/** The identity of an entry, by the member that lists it. */
const IDENTITIES = {
  tools: "name",
  resources: "uri",
  resourceTemplates: "uriTemplate",
  prompts: "name",
};

function pagesOf(member) {
  const identity = IDENTITIES[member];
  const entry = (id, more) => ({
    name: id,
    inputSchema: { type: "object" },
    ...more,
    [identity]: id,
  });
  let pages = 0;
  let expired = 0;
  const ways = {
    loop: ({ cursor }) => ({
      [member]: [entry(`a:${cursor}`)],
      nextCursor: cursor === "A" ? "B" : "A",
    }),
    endless: () => {
      pages += 1;
      return { [member]: [entry(`a:${pages}`)], nextCursor: `c${pages}` };
    },
    expires: ({ cursor }) => {
      if (cursor === undefined) return { [member]: [entry(`z:${expired}`)], nextCursor: "1" };
      if (expired === 0 || how === "expires-always") {
        expired += 1;
        throw new RpcError(-32602, "that cursor is no more");
      }
      return { [member]: [entry("a:last")] };
    },
    repeats: ({ cursor }) =>
      cursor === undefined
        ? { [member]: [entry("z:1"), entry("a:2"), 7, null, { title: "x" }], nextCursor: "1" }
        : { [member]: [entry("a:2", { title: "again" }), entry("m:3"), entry("z:1")] },
  };
  return ways[how === "expires-always" ? "expires" : how];
}

serve(
  {
    "tools/list": pagesOf("tools"),
    "resources/list": pagesOf("resources"),
    "resources/templates/list": pagesOf("resourceTemplates"),
    "prompts/list": pagesOf("prompts"),
  },
  { capabilities: { tools: {}, resources: {}, prompts: {} } },
);
