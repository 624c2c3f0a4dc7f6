import { describe, expect, test } from "vitest";
import type { CallOutcome } from "../src/index.js";
import { callTool, connect, fixtureEndpoint, TRANSPORTS, type TransportKind } from "./clients.js";

/** A client of `writes-as-told`, and the call that is answered with exactly this structured content, written as JSON. */
async function told(kind: TransportKind) {
  const client = await connect(await fixtureEndpoint(kind, "writes-as-told"));
  const order = (frames: readonly string[], ending: string, name = "write") =>
    callTool(client, name, { way: "frames", frames, ending });
  return {
    client,
    /** `write_strictly` has an output schema, `write` has none. */
    answer: (structuredContent: string, name?: "write_strictly") => {
      const result = `{"resultType":"complete","content":[],"structuredContent":${structuredContent}}`;
      const frame = Buffer.from(`{"jsonrpc":"2.0","id":@id@,"result":${result}}`);
      return order([frame.toString("base64")], "silence", name);
    },
    soundly: () => order([], "answer"),
  };
}

/** Kind, code, and what the message says after the transport's own sentence. */
function problemOf(outcome: CallOutcome): string {
  if (!("error" in outcome)) return outcome.kind;
  const { code, message } = outcome.error;
  return `${outcome.kind} ${code}: ${message.slice(message.indexOf("Expected"))}`;
}

/** Nested as deep as that in all, the message and its result included. */
const nested = (depth: number) => `${"[".repeat(depth - 2)}0${"]".repeat(depth - 2)}`;

describe.each(TRANSPORTS)("a result over %s that no reader should take", (kind) => {
  test.each([129, 100_000])(
    "T29: nested %i deep is no result; the next call is not disturbed",
    async (depth) => {
      const { answer, soundly } = await told(kind);
      expect(problemOf(await answer(nested(depth)))).toContain(
        "uncertain invalid_frame: Expected JSON nested at most 128 deep; got more.",
      );
      expect((await soundly()).kind).toBe("completed");
    },
  );

  test("T29: nested 128 deep is one, and can be written as text again", async () => {
    const { answer } = await told(kind);
    const outcome = await answer(nested(128));
    expect(outcome.kind === "completed" && JSON.stringify(outcome.result)).toBe(
      `{"content":[],"structuredContent":${nested(128)}}`,
    );
  });

  test.each(['{"__proto__":{"polluted":1}}', '{"a":[{"\\u005f_proto__":{"polluted":1}}]}'])(
    "T30: that holds %s is no result, and no object has more members for it",
    async (content) => {
      const { answer, soundly } = await told(kind);
      expect(problemOf(await answer(content))).toContain(
        "uncertain invalid_frame: Expected no member named __proto__",
      );
      expect("polluted" in {}).toBe(false);
      expect((await soundly()).kind).toBe("completed");
    },
  );

  test("T30: that holds names which every object has is data like any other", async () => {
    const { answer } = await told(kind);
    const content = '{"constructor":{"prototype":{"polluted":1}},"toString":7}';
    const outcome = await answer(content);
    expect(outcome.kind === "completed" && JSON.stringify(outcome.result)).toBe(
      `{"content":[],"structuredContent":${content}}`,
    );
    expect("polluted" in {}).toBe(false);
  });

  test.each(['{"count":"one"}', "{}", "null", "[1]", '{"count":1,"names":[1]}'])(
    "T38: that does not fit its tool's output schema is no data: %s",
    async (content) => {
      const { answer, soundly } = await told(kind);
      expect(await answer(content, "write_strictly")).toMatchObject({
        kind: "uncertain",
        error: { code: "output_schema_mismatch" },
      });
      expect((await soundly()).kind).toBe("completed");
    },
  );

  test("T38: that fits is data", async () => {
    const { answer } = await told(kind);
    expect((await answer('{"count":1,"names":["a","b"]}', "write_strictly")).kind).toBe(
      "completed",
    );
  });
});
