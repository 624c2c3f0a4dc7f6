import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readHost, readTarget } from "./network-targets.js";

describe("reading a URL's target", () => {
  test.each([
    ["https://example.test", "example.test:443"],
    ["HTTPS://Example.TEST/path?q#f", "example.test:443"],
    ["http://example.test/", "example.test:80"],
    ["http://example.test:8080?q", "example.test:8080"],
    ["https://example.test:0443#f", "example.test:443"],
    ["http://[::1]:3000/", "[::1]:3000"],
    ["http://127.0.0.1/", "127.0.0.1:80"],
    ["https://xn--bcher-kva.test/", "xn--bcher-kva.test:443"],
  ])("finds in %j the endpoint %j", (text, endpoint) => {
    expect(readTarget(text)).toEqual({ kind: "target", endpoint });
  });

  test.each([
    "https://user@example.test/",
    "https://example.test@evil.test/",
    "https://example.test:80:81/",
    "https://example.test:/",
    "https:example.test",
    "https:/example.test",
    "https:///example.test",
    "ftp://example.test/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "//example.test/",
    "example.test",
    "https://example.test%2eevil.test/",
    "https://-example.test/",
    "https://example.test./",
    "https://exa_mple.test/",
    "",
  ])("refuses %j", (text) => {
    expect(readTarget(text)).toEqual({
      kind: "unreadable",
      because: "is not an http or https URL with a plain host",
    });
  });

  test.each([
    " https://example.test",
    "https://example.test\t",
    "https://exa\nmple.test",
    "https://example.test\\@evil.test",
    "https://exämple.test",
    "https://example。test",
  ])("refuses %j, which parsers read in more than one way", (text) => {
    expect(readTarget(text)).toEqual({
      kind: "unreadable",
      because: "holds a space, a backslash, or a character outside visible ASCII",
    });
  });

  test("never finds another host than the platform's URL parser", () => {
    const authority = fc.stringMatching(/^[a-z0-9.:@[\]%-]{1,20}$/);
    fc.assert(
      fc.property(
        fc.constantFrom("http", "https"),
        authority,
        fc.string(),
        (scheme, host, rest) => {
          const text = `${scheme}://${host}/${rest}`;
          const reading = readTarget(text);
          if (reading.kind === "unreadable" || !URL.canParse(text)) return;
          const url = new URL(text);
          // The platform rewrites numeric hosts (0x7f.1); ours keeps the text, so only names can be compared.
          if (/^[0-9.]+$/.test(url.hostname) || url.hostname.startsWith("[")) return;
          const port = url.port === "" ? (scheme === "https" ? "443" : "80") : url.port;
          expect(reading.endpoint).toBe(`${url.hostname}:${port}`);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test("a granted host stands for its two usual ports, or for the one it names", () => {
    expect(readHost("Example.test")).toEqual(["example.test:80", "example.test:443"]);
    expect(readHost("example.test:8443")).toEqual(["example.test:8443"]);
    expect(readHost("[::1]:1")).toEqual(["[::1]:1"]);
    for (const text of ["", "https://example.test", "a/b", "a b", "*.test", "a:b", "a@b"]) {
      expect(readHost(text)).toBeNull();
    }
  });
});
