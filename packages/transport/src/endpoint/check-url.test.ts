import { describe, expect, test } from "vitest";
import { checkUrl } from "./check-url.js";

function codes(text: string): readonly string[] {
  return checkUrl(text).map((problem) => problem.code);
}

describe("a server's url", () => {
  test.each([
    "https://tools.example.test/mcp",
    "https://tools.example.test:8443/mcp?tenant=1",
    "HTTPS://Tools.Example.test/mcp",
    "https://bücher.example.test/mcp",
    "https://192.0.2.7/mcp",
    "http://localhost:3000/mcp",
    "http://LOCALHOST/mcp",
    "http://127.0.0.1:3000/mcp",
    "http://127.8.9.10/mcp",
    "http://[::1]:3000/mcp",
  ])("%s is accepted", (text) => {
    expect(checkUrl(text)).toStrictEqual([]);
  });

  test.each([
    "http://tools.example.test/mcp",
    "http://127.0.0.1.nip.io/mcp",
    "http://localhost.evil.test/mcp",
    "http://localhost./mcp",
    "http://10.0.0.1/mcp",
    "http://0.0.0.0/mcp",
    "http://[::]/mcp",
    "http://[::ffff:7f00:1]/mcp",
    "http://127.0.0.1%2eevil.test/mcp",
  ])("T17, H21: %s is plain text to elsewhere, and refused before DNS", (text) => {
    expect(codes(text)).toStrictEqual(["plaintext_endpoint"]);
  });

  test.each([
    ["http://0x7f.1/mcp", "127.0.0.1"],
    ["http://2130706433/mcp", "127.0.0.1"],
    ["http://127.1/mcp", "127.0.0.1"],
    ["http://0177.0.0.1/mcp", "127.0.0.1"],
    ["http://127.0.0.1./mcp", "127.0.0.1"],
    ["http://１２７.0.0.1/mcp", "127.0.0.1"],
    ["http://%31%32%37.0.0.1/mcp", "127.0.0.1"],
    ["https://0x7f.1/mcp", "127.0.0.1"],
    ["http://[0:0:0:0:0:0:0:1]/mcp", "[::1]"],
    ["http://[::ffff:127.0.0.1]/mcp", "[::ffff:7f00:1]"],
  ])("T17, H22: %s reads differently from what it means, and is refused", (text, meaning) => {
    const problems = checkUrl(text);
    expect(problems).toMatchObject([{ code: "ambiguous_host", field: "url", key: null }]);
    expect(problems[0]?.hint).toBe(`Write ${meaning} if that is what is meant.`);
  });

  test.each(["ftp://localhost/mcp", "file:///etc/passwd", "ws://localhost/mcp", "javascript:0"])(
    "H21: %s has a scheme that is not spoken",
    (text) => {
      expect(codes(text)).toStrictEqual(["unsupported_scheme"]);
    },
  );

  test.each([
    "https://user:secret-word@tools.example.test/mcp",
    "https://user@tools.example.test/mcp",
    "https://@tools.example.test/mcp",
    "https://:@tools.example.test/mcp",
  ])("T21: %s holds credentials, and the message does not repeat them", (text) => {
    expect(codes(text)).toStrictEqual(["credentials_in_url"]);
    expect(JSON.stringify(checkUrl(text))).not.toContain("secret-word");
  });

  test.each(["https://tools.example.test/mcp#part", "https://tools.example.test/mcp#"])(
    "T21: %s has a fragment",
    (text) => {
      expect(codes(text)).toStrictEqual(["fragment_in_url"]);
    },
  );

  test.each([
    "",
    "tools.example.test/mcp",
    "/mcp",
    " https://tools.example.test/mcp",
    "https://tools.example.test/mcp\n",
    "https://tools.exam\tple.test/mcp",
    "https:\\\\tools.example.test\\mcp",
    "https://tools.example.test/a b",
    "https://",
    "http://[::1/mcp",
  ])("%j is no absolute URL as a person would read it", (text) => {
    expect(codes(text)).toStrictEqual(["invalid_url"]);
  });

  test("several faults are told at once", () => {
    expect(codes("http://user@tools.example.test/#x")).toStrictEqual([
      "credentials_in_url",
      "fragment_in_url",
      "plaintext_endpoint",
    ]);
  });
});
