import type { JsonObject } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { renderBlocks } from "../../output/render-blocks.js";
import { resultBlocks, sizeText } from "./result-blocks.js";

function shown(result: JsonObject): string {
  return renderBlocks(resultBlocks(result), { colour: false, width: null });
}

describe("a tool's answer for people", () => {
  const cases: readonly (readonly [name: string, result: JsonObject, text: string])[] = [
    [
      "texts are printed as they are, each on lines of its own",
      {
        content: [
          { type: "text", text: "one\ntwo" },
          { type: "text", text: "three" },
        ],
      },
      "one\ntwo\nthree\n",
    ],
    [
      "escape sequences stay visible and harmless (T56)",
      { content: [{ type: "text", text: "a\u001b]52;c;eA==\u0007b" }] },
      "a\\u001b]52;c;eA==\\u0007b\n",
    ],
    [
      "an image is said to be one, and not decoded",
      { content: [{ type: "image", mimeType: "image/png", data: "AAAAAAAA" }] },
      "[image, image/png, 6 B]\n",
    ],
    [
      "a sound likewise",
      { content: [{ type: "audio", mimeType: "audio/wav", data: "AAA=" }] },
      "[audio, audio/wav, 2 B]\n",
    ],
    [
      "a link is named and not followed (T61)",
      { content: [{ type: "resource_link", name: "guide", uri: "https://example.test/x" }] },
      "[link to a resource, guide: https://example.test/x]\n",
    ],
    [
      "an embedded text resource is its text",
      { content: [{ type: "resource", resource: { uri: "a:b", text: "inside" } }] },
      "inside\n",
    ],
    [
      "embedded bytes are counted",
      {
        content: [
          { type: "resource", resource: { uri: "a:b", mimeType: "application/pdf", blob: "AAAA" } },
        ],
      },
      "[resource, a:b, application/pdf, 3 B]\n",
    ],
    [
      "content of a later protocol is named",
      { content: [{ type: "hologram" }, 7] },
      '[content of the type "hologram"]\n[content of no known shape]\n',
    ],
    [
      "structured content stands alone where no text says the same",
      { content: [], structuredContent: { a: 1 } },
      '{\n  "a": 1\n}\n',
    ],
    [
      "a text stands for the structured content beside it",
      { content: [{ type: "text", text: "a is 1" }], structuredContent: { a: 1 } },
      "a is 1\n",
    ],
    ["no content at all is said to be that", { content: [] }, "[an empty answer]\n"],
    [
      "a resource that was read is its text",
      { contents: [{ uri: "a:b", text: "# Guide" }] },
      "# Guide\n",
    ],
    [
      "a list is its JSON",
      { prompts: [{ name: "x" }] },
      '{\n  "prompts": [\n    {\n      "name": "x"\n    }\n  ]\n}\n',
    ],
  ];
  test.each(cases)("%s", (_name, result, text) => {
    expect(shown(result)).toBe(text);
  });
});

test("sizes are in the unit that people read", () => {
  expect([0, 1023, 1024, 1536, 5 * 1024 * 1024].map(sizeText)).toEqual([
    "0 B",
    "1023 B",
    "1.0 KiB",
    "1.5 KiB",
    "5.0 MiB",
  ]);
});
