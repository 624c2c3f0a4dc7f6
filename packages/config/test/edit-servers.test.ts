import * as fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { addServer, type ConfigEdit, type NewServer, removeServer } from "../src/index.js";
import { newServer, serversText } from "./arbitrary-servers.js";
import { tomlText } from "./arbitrary-toml.js";

function edited(edit: ConfigEdit): string {
  if (edit.kind === "refused") throw new Error(edit.problem.message);
  return edit.text;
}

function serversOf(text: string): readonly unknown[] {
  const value = parse(text)["external_tools"] ?? [];
  if (!Array.isArray(value)) throw new Error("the servers are no list");
  return value;
}

function othersOf(text: string): unknown {
  return Object.entries(parse(text)).filter(([key]) => key !== "external_tools");
}

/** Each character of the shorter text stands in the longer one, in that order. */
function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (const character of long) if (character === short.charAt(at)) at += 1;
  return at === short.length;
}

/** What a server's table says, as the parser gives it back. */
function entryOf({ id, transport, modes, timeoutMs }: NewServer): unknown {
  return {
    id,
    transport: transport.kind,
    ...(transport.kind === "stdio"
      ? { command: transport.command, ...mapping("env_from_env", transport.environmentSources) }
      : { url: transport.url, ...mapping("headers_from_env", transport.headerSources) }),
    ...(modes.length === 0 ? {} : { modes }),
    ...(timeoutMs === null ? {} : { timeout_ms: timeoutMs }),
  };
}

function mapping(key: string, sources: ReadonlyMap<string, string>): Record<string, unknown> {
  return sources.size === 0 ? {} : { [key]: Object.fromEntries(sources) };
}

describe("in any document, however it spells its servers", () => {
  test("adding a server adds exactly that entry, and no character of the text is lost or moved", () => {
    fc.assert(
      fc.property(serversText, newServer, ({ text }, server) => {
        const after = edited(addServer(text, server));
        expect(serversOf(after)).toEqual([...serversOf(text), entryOf(server)]);
        expect(othersOf(after)).toEqual(othersOf(text));
        const common = commonPrefix(text, after);
        expect(after.endsWith(text.slice(common))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("removing one removes exactly that entry; what goes are its own lines alone", () => {
    fc.assert(
      fc.property(serversText, fc.nat(), ({ text, ids }, at) => {
        const id = ids[at % ids.length];
        if (id === undefined) return;
        const after = edited(removeServer(text, id));
        const isKept = (server: unknown) => idOf(server) !== id;
        expect(serversOf(after)).toEqual(serversOf(text).filter(isKept));
        expect(othersOf(after)).toEqual(othersOf(text));
        expect(isSubsequence(after, text)).toBe(true);
        for (const comment of outsideComments(text)) expect(after).toContain(comment);
      }),
      { numRuns: 2000 },
    );
  });

  test("a table that was added can be removed again, and nothing but the text's last blank lines has changed", () => {
    fc.assert(
      fc.property(serversText, newServer, ({ text, form }, server) => {
        const after = edited(removeServer(edited(addServer(text, server)), server.id));
        expect(serversOf(after)).toEqual(serversOf(text));
        if (form === "tables") expect(after.trimEnd()).toBe(text.trimEnd());
      }),
      { numRuns: 1000 },
    );
  });

  test("a document without servers may say anything else", () => {
    fc.assert(
      fc.property(tomlText, newServer, (text, server) => {
        const after = edited(addServer(text, server));
        expect(serversOf(after)).toEqual([entryOf(server)]);
        expect(othersOf(after)).toEqual(othersOf(text));
        expect(after.startsWith(text)).toBe(true);
        expect(edited(removeServer(after, server.id)).trimEnd()).toBe(text.trimEnd());
      }),
      { numRuns: 1000 },
    );
  });

  test("lines end as they did", () => {
    fc.assert(
      fc.property(serversText, newServer, ({ text, lineEnd }, server) => {
        const after = edited(addServer(text, server));
        const ends = new Set(after.match(/\r?\n/g) ?? []);
        if (text.includes("\n")) expect([...ends]).toEqual([lineEnd]);
      }),
      { numRuns: 500 },
    );
  });
});

function idOf(server: unknown): unknown {
  return typeof server === "object" && server !== null && "id" in server ? server.id : null;
}

function commonPrefix(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left.charAt(length) === right.charAt(length)) length += 1;
  return length;
}

/** The comments that the arbitrary document puts above headers: they are nobody's table. */
function outsideComments(text: string): readonly string[] {
  return text.match(/^# above .*$/gm) ?? [];
}
