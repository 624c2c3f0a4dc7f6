import { createValidator, type JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { checkArguments } from "./argument-check.js";

const validator = createValidator();
const schema: JsonObject = {
  type: "object",
  properties: { path: { type: "string" } },
  required: ["path"],
};
const check = (text: string) => checkArguments({ kind: "text", text }, schema, validator);
const refusalOf = async (text: string) => {
  const result = await check(text);
  return result.kind === "refused" ? result.refusal : null;
};

describe("arguments before anything is decided", () => {
  test("what is valid passes as it was written", async () => {
    expect(await check('{"path":"a"}')).toEqual({ kind: "ok", value: { path: "a" } });
  });

  test("T31: two readings of one text are refused", async () => {
    expect(await refusalOf('{"path":"a","path":"/etc"}')).toEqual({
      code: "ambiguous_json",
      message:
        'The arguments cannot be read (at /path): Expected each member once; got "path" twice.',
      hint: 'Pass one JSON object, such as {"query":"x"}.',
    });
  });

  test.each([
    ["null", "null"],
    ["[]", "a list"],
    ['"x"', "a string"],
    ["7", "a number"],
  ])("%s is no object", async (text, name) => {
    expect((await refusalOf(text))?.message).toBe(
      `Expected the arguments to be a JSON object; got ${name}.`,
    );
  });

  test("a fault names its place and what was expected there", async () => {
    expect(await refusalOf('{"path":1}')).toMatchObject({
      code: "invalid_arguments",
      message: "The arguments do not fit the tool's input schema: /path must be string.",
    });
    expect((await refusalOf("{}"))?.message).toBe(
      "The arguments do not fit the tool's input schema: the arguments must have required property 'path'.",
    );
  });

  test("a value built in code passes through the same parser", async () => {
    const value = { path: "a", n: 2 ** 53 + 2 };
    expect((await checkArguments({ kind: "value", value }, schema, validator)).kind).toBe("ok");
    const infinite = { path: "a", n: Number.POSITIVE_INFINITY };
    // JSON has no infinity: what would be sent is null, and that is what is decided on.
    expect(await checkArguments({ kind: "value", value: infinite }, schema, validator)).toEqual({
      kind: "ok",
      value: { path: "a", n: null },
    });
  });
});
