import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addServer, importServers, parseConfig } from "../src/index.js";

/** Text that is found again wherever it lands, in one of the places that a value has room for it. */
const MARK = "q7zmark";
const value = fc.constantFrom(
  MARK,
  `Bearer ${MARK}`,
  `\u{24}{VAR:-${MARK}}`,
  `${MARK}\u{24}{env:VAR}`,
  `\u{24}{${MARK} }`,
  `{file:${MARK}}`,
  `${MARK}\n"'\\`,
  [MARK],
  { value: MARK },
);
const name = fc.constantFrom(
  "TOKEN",
  "Authorization",
  "X-Key",
  "a b",
  "",
  "=",
  "__proto",
  "Accept",
  "PATH",
);
const values = fc.dictionary(name, value, { maxKeys: 4 });
const stdio = {
  command: fc.constantFrom("npx", ["npx"], 1),
  args: fc.constantFrom(
    [],
    ["-y"],
    ["--api-key", MARK],
    [`--token=${MARK}`],
    ["-e", `TOKEN=${MARK}`],
    [`X-Api-Key: ${MARK}`],
  ),
};
const http = {
  url: fc.constantFrom(
    "https://x.test/mcp",
    "http://x.test",
    `https://x.test/?token=${MARK}`,
    `https://me:${MARK}@x.test/`,
  ),
};
const others = {
  env: values,
  environment: values,
  headers: values,
  http_headers: values,
  oauth: values,
  extra: value,
};
const entry = fc.oneof(
  fc.record({ ...stdio, ...others }, { requiredKeys: ["command"] }),
  fc.record({ ...http, ...others }, { requiredKeys: ["url"] }),
  fc.record(
    {
      ...stdio,
      ...http,
      ...others,
      type: fc.constantFrom("stdio", "http", "sse", "streamable-http", MARK),
      disabled: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
);

test("no value of a variable, a header or an unknown setting is in what an import says or writes (T21)", () => {
  const config = parseConfig("", "config.toml");
  if (config.kind === "invalid") throw new Error("an empty configuration loads");
  let count = 0;
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("a", "b", "B", "…", "c d"), entry), (mcpServers) => {
      const imported = importServers(JSON.stringify({ mcpServers }), {
        config: config.config,
        environment: { TOKEN: MARK },
      });
      if (imported.kind === "unreadable") throw new Error(imported.message);
      expect(JSON.stringify(imported)).not.toContain(MARK);
      let text = "";
      for (const each of imported.servers) {
        if (each.kind === "skipped") continue;
        const edit = addServer(text, each.server);
        if (edit.kind === "refused") throw new Error(edit.problem.message);
        text = edit.text;
        count += 1;
      }
      expect(parseConfig(text, "config.toml").kind).toBe("valid");
      expect(text).not.toContain(MARK);
    }),
    { numRuns: 3000 },
  );
  expect(count).toBeGreaterThan(300);
});
