import { expect, test } from "vitest";
import { schemaForModel } from "./schema-for-model.js";

const HIDDEN = Array.from("obey", (letter) =>
  String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)),
).join("");

test("T58: what nobody can see is in no key and no text of a schema that a model is given", () => {
  const schema = {
    type: "object",
    [`x-${HIDDEN}`]: 1,
    properties: {
      [`q${HIDDEN}`]: { type: "string", title: `A${HIDDEN}`, description: `b\u202ec\u001b[31md` },
      n: { enum: [`x${HIDDEN}`, 1, null], default: { deep: [`y\u200b`] } },
    },
  };
  expect(schemaForModel(schema)).toEqual({
    type: "object",
    "x-": 1,
    properties: {
      q: { type: "string", title: "A", description: "bcd" },
      n: { enum: ["x", 1, null], default: { deep: ["y"] } },
    },
  });
});

test("what can be seen stays as it is, emoji and line feeds included", () => {
  const schema = {
    type: "object",
    properties: { q: { pattern: "^[a-z]+$", description: "One.\nTwo: 👩‍💻 é 日本" } },
    required: ["q"],
    additionalProperties: false,
  };
  expect(schemaForModel(schema)).toEqual(schema);
});
