import { describe, expect, test } from "vitest";
import { hideSecrets } from "./hide-secrets.js";

const SECRET = "s3cr3t/To+ken";
const transport = {
  kind: "stdio",
  command: ["x"],
  workingDirectory: "/",
  environment: new Map([
    ["TOKEN", SECRET],
    ["SHORT", "abc"],
  ]),
  maxMessageBytes: 1,
  maxStderrBytes: 1,
} as const;

describe("T77: what a server was given is not shown in what it writes", () => {
  test.each([
    ["as it is", SECRET],
    ["in Base64", Buffer.from(SECRET).toString("base64")],
    ["in hexadecimal", Buffer.from(SECRET).toString("hex")],
    ["in a URL", encodeURIComponent(SECRET)],
  ])("%s", (_, spelling) => {
    expect(hideSecrets(`boot ${spelling} done`, transport)).toBe("boot [hidden] done");
  });

  test("within a longer Base64 text its own characters are gone", () => {
    const header = Buffer.from(`Bearer ${SECRET}!`).toString("base64");
    const shown = hideSecrets(header, transport);
    expect(shown).toContain("[hidden]");
    expect(Buffer.from(shown.replace("[hidden]", ""), "base64").toString()).not.toContain(
      "cr3t/To",
    );
  });

  test("what is too short to be told from other text stays", () => {
    expect(hideSecrets("abc", transport)).toBe("abc");
  });
});
