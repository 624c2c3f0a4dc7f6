import { describe, expect, test } from "vitest";
import { isLoopbackAddress, isLoopbackHost } from "./loopback.js";

describe("H22: a URL's host is this machine by its spelling", () => {
  test.each(["localhost", "127.0.0.1", "127.255.0.9", "[::1]"])("%s is", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  test.each([
    "localhost.",
    "localhost.evil.test",
    "127.0.0.1.nip.io",
    "127.0.0.1.evil.test",
    "[::ffff:7f00:1]",
    "[::]",
    "0.0.0.0",
    "128.0.0.1",
    "::1",
    "",
  ])("%s is not", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe("T19: a connected address is this machine", () => {
  test.each([
    "127.0.0.1",
    "127.9.9.9",
    "::1",
    "::ffff:127.0.0.1",
    "::FFFF:127.0.0.1",
    "::ffff:7f00:1",
  ])("%s is", (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  test.each([
    "10.0.0.1",
    "169.254.169.254",
    "::ffff:10.0.0.1",
    "::ffff:a00:1",
    "::ffff:127.0.0.1.evil.test",
    "::127.0.0.1",
    "fe80::1%eth0",
    "::2",
    "localhost",
    "",
  ])("%s is not", (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  });
});
