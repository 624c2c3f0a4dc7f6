import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FIXTURE_NAMES, fixture } from "./fixtures.js";

describe("the fixture list", () => {
  test("names every program of src/servers, and no other", () => {
    const files = readdirSync(new URL("./servers", import.meta.url));
    expect([...FIXTURE_NAMES].sort()).toStrictEqual(
      files.map((file) => file.replace(/\.mjs$/, "")).sort(),
    );
  });

  test("gives absolute paths", () => {
    expect(fixture("echo")).toMatch(/^\/.*\/servers\/echo\.mjs$/);
  });
});
