import type { JsonValue } from "@perspt/json";
import { describe, expect, test } from "vitest";
import { listTools } from "./list-tools.js";
import type { WireReply } from "./wire-reply.js";

const tool = (name: string): JsonValue => ({ name, inputSchema: { type: "object" } });

function page(tools: readonly JsonValue[], nextCursor?: JsonValue): WireReply {
  const result = { resultType: "complete", tools };
  return { kind: "result", result: nextCursor === undefined ? result : { ...result, nextCursor } };
}

/** Serves pages in order and remembers the cursors that it was asked for. */
function pages(replies: readonly WireReply[]) {
  const cursors: (string | null)[] = [];
  return {
    cursors,
    fetch: async (cursor: string | null): Promise<WireReply> => {
      cursors.push(cursor);
      const reply = replies[Math.min(cursors.length, replies.length) - 1];
      if (reply === undefined) throw new Error("no page");
      return reply;
    },
  };
}

async function codeOf(list: Promise<unknown>): Promise<string> {
  try {
    await list;
    return "listed";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

describe("pages", () => {
  test("all pages are one list, in the server's order", async () => {
    const { fetch, cursors } = pages([page([tool("a")], "1"), page([tool("b")])]);
    expect((await listTools(fetch)).map(({ name }) => name)).toEqual(["a", "b"]);
    expect(cursors).toEqual([null, "1"]);
  });

  test("G1, T51: an empty string is a cursor like any other", async () => {
    const { fetch, cursors } = pages([page([tool("a")], ""), page([tool("b")])]);
    expect((await listTools(fetch)).map(({ name }) => name)).toEqual(["a", "b"]);
    expect(cursors).toEqual([null, ""]);
  });

  test("T50: a cursor that comes back is a loop, and nothing of the list is used", async () => {
    expect(await codeOf(listTools(pages([page([tool("a")], "A")]).fetch))).toBe("pagination_loop");
    expect(
      await codeOf(listTools(pages([page([], "A"), page([], "B"), page([], "A")]).fetch)),
    ).toBe("pagination_loop");
  });

  test("T50: ever new cursors end at 64 pages", async () => {
    let count = 0;
    const fetch = async (): Promise<WireReply> => {
      count += 1;
      return page([tool(`t${count}`)], `c${count}`);
    };
    expect(await codeOf(listTools(fetch))).toBe("pagination_limit");
    expect(count).toBe(64);
  });

  test("T37: 512 tools are listed, 513 are not", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => tool(`t${index}`));
    expect(await codeOf(listTools(pages([page(many(512))]).fetch))).toBe("listed");
    expect(await codeOf(listTools(pages([page(many(513))]).fetch))).toBe("catalog_too_large");
  });

  test("T37: more than 4 MiB over all pages are not listed", async () => {
    const fat = { name: "fat", inputSchema: {}, description: "x".repeat(3 * 1024 * 1024) };
    expect(await codeOf(listTools(pages([page([fat], "1"), page([fat])]).fetch))).toBe(
      "catalog_too_large",
    );
  });

  test("G3: a cursor that expired starts the list over, once", async () => {
    const expired: WireReply = { kind: "server_error", code: -32602, message: "no", data: null };
    const once = pages([page([tool("old")], "1"), expired, page([tool("a")])]);
    expect((await listTools(once.fetch)).map(({ name }) => name)).toEqual(["a"]);
    expect(once.cursors).toEqual([null, "1", null]);
    const twice = pages([page([], "1"), expired, page([], "1"), expired]);
    expect(await codeOf(listTools(twice.fetch))).toBe("server_error");
  });
});

test("report 8: an entry that is no tool is still listed, for admission to name", async () => {
  const { fetch } = pages([page([7, { name: 1 }, { name: "x", inputSchema: null }, tool("good")])]);
  expect((await listTools(fetch)).map(({ name, inputSchema }) => [name, inputSchema])).toEqual([
    ["", {}],
    ["", {}],
    ["x", {}],
    ["good", { type: "object" }],
  ]);
});

test.each<[string, WireReply, string]>([
  [
    "tools that are no list",
    { kind: "result", result: { resultType: "complete", tools: {} } },
    "invalid_result",
  ],
  ["a cursor that is a number", page([], 7), "invalid_result"],
  [
    "V7: a list that asks for input",
    { kind: "result", result: { resultType: "input_required" } },
    "invalid_result",
  ],
  ["a timeout", { kind: "timed_out", written: true, timeoutMs: 5 }, "timeout"],
])("%s is an error with a code", async (_, reply, code) => {
  expect(await codeOf(listTools(pages([reply]).fetch))).toBe(code);
});
