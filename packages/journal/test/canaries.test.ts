import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@perspt/json";
import { expect, test } from "vitest";
import { exportSession, type Journal, JournalError, openJournal } from "../src/index.js";
import { HEADER, intent, outcome, stateDirectory } from "./sessions.js";

/** Secrets as people have them: tokens, passwords with everything in them, keys of many lines, other alphabets. */
const CANARIES: readonly string[] = [
  "canary-0",
  "canary-plain-token-0001",
  "ghp_canaryAbCdEfGhIjKlMnOpQrStUvWxYz0123",
  "sk-canary-ABCDEFGHIJKLMNOPQRSTUVWX",
  "xoxb-canary-123456789012-abcdefABCDEF",
  "AKIACANARY1234567890",
  "eyJhbGciOiJIUzI1NiJ9.canary.SflKxwRJSMeKKF2QT4",
  'canary "quoted" secret',
  "canary\\back\\slash\\secret",
  "canary\nof two\nlines",
  "canary\ttabbed\tsecret",
  "canary/with/slashes+and+plus==",
  "canary?query=1&other=2#fragment",
  "canary%20already%2Fencoded",
  "canary with spaces in it",
  "canary'single'(parens)!*~",
  "canary<html>&amp;</html>",
  "canary{braces}[brackets]",
  "canary$HOME`id`;rm -rf",
  "canary:user:password@host",
  "https://canary:secret@example.org/path",
  "canaryümläuteß€",
  "канарейка-секрет",
  "金丝雀秘密令牌123",
  "canary🐤🔑🐤emoji",
  "canary\u0000nul\u0001controls",
  "canary\u2028separator\u2029secret",
  "canaryCANARYcanaryCANARY",
  "636172616e6179deadbeef0123456789",
  "DEADBEEF-CANARY-0123-4567-89AB",
  "Y2FuYXJ5IHRoYXQgbG9va3MgbGlrZSBiYXNlNjQ=",
  "-----BEGIN CANARY KEY-----\nMIIcanary0123456789\n-----END CANARY KEY-----\n",
  '{"canary":"a secret that is JSON","n":1}',
  `canary-long-${"x".repeat(600)}`,
  `canary-nested-canary-plain-token-0001-more`,
  "canary=pair;Path=/;HttpOnly",
  "Bearer canary-bearer-0123456789",
  "Basic Y2FuYXJ5OnBhc3N3b3Jk",
  "12345678901234567890123456789012",
  "canary.....................dots",
];

/** Each encoding gives every text in which it may show a secret. Written without the journal's own list. */
const ENCODINGS: Readonly<Record<string, (secret: string) => readonly string[]>> = {
  plain: (secret) => [secret],
  json: (secret) => [JSON.stringify(secret).slice(1, -1)],
  base64: (secret) =>
    [0, 1, 2].flatMap((before) =>
      (["base64", "base64url"] as const).map((form) =>
        Buffer.from(`${"~".repeat(before)}${secret}`).toString(form),
      ),
    ),
  url: (secret) => [
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll(/%../g, (triplet) => triplet.toLowerCase()),
    new URLSearchParams([["", secret]]).toString().slice(1),
  ],
  hex: (secret) => {
    const hex = Buffer.from(secret).toString("hex");
    return [hex, hex.toUpperCase()];
  },
};

/** Every spelling of one canary, each within a longer text, as a server might say it. */
function utterances(secret: string): readonly string[] {
  return Object.values(ENCODINGS)
    .flatMap((encode) => encode(secret))
    .map((spelling) => `before ${spelling} after`);
}

/** What must not be found of a canary: for Base64 the characters that stand for its bytes alone, wherever they begin. */
function traces(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const within = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const own = text.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    );
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const others = ["plain", "json", "url", "hex"].flatMap((name) => ENCODINGS[name]?.(secret) ?? []);
  return [...new Set([...others, ...within])];
}

/** Everything that a text says: as it stands, and each text in it if it is JSON. */
function readings(text: string): readonly string[] {
  return [text, ...text.split("\n").flatMap(textsIn)];
}

function textsIn(line: string): readonly string[] {
  try {
    const texts: string[] = [];
    JSON.parse(line, (name, value: unknown) => {
      texts.push(name);
      if (typeof value === "string") texts.push(value);
      return value;
    });
    return texts;
  } catch {
    return [];
  }
}

const TRACES = CANARIES.map(traces);

/** Names of the canaries that can be read in a text, with where. */
function found(text: string): readonly string[] {
  const said = readings(text);
  return TRACES.flatMap((own, index) =>
    own
      .filter((trace) => said.some((one) => one.includes(trace)))
      .map((trace) => `canary ${index}: ${trace}`),
  );
}

/** Says every spelling of a canary in every place that an entry has for text. */
async function writeEverywhere(journal: Journal, secret: string): Promise<void> {
  const spoken = utterances(secret);
  const text = spoken.join(" | ");
  const value: JsonObject = {
    list: [...spoken],
    deep: { deeper: [{ text }] },
    [`name ${text}`]: 1,
  };
  await journal.append({ type: "message", from: "person", content: text });
  await journal.append({ type: "model_turn", route: text, content: value, plainMembers: ["list"] });
  await journal.append({
    type: "catalog",
    server: text,
    transport: "stdio",
    endpointIdentity: text,
    epoch: 1,
    capabilities: value,
    definitions: [value],
  });
  await journal.append({
    type: "admission",
    server: "docs",
    epoch: 1,
    policyDigest: "p",
    admitted: [value],
    rejected: [value],
  });
  const call = { ...intent(journal, { query: text, ...value }), because: text };
  const trace = [
    { check: "c", phase: "p", result: "pass", because: text, inputs: { [text]: text } },
  ];
  await journal.append({ ...call, type: "refusal", code: "denied", trace });
  const { seq } = await journal.append({
    ...call,
    touches: [
      { kind: "path", path: text, access: "read" },
      { kind: "value", family: text, value: text, access: "read" },
    ],
    links: [{ path: text, realPath: text }],
    trace,
  });
  await journal.append({
    type: "leg",
    intent: seq,
    number: 1,
    kind: "send",
    method: text,
    stage: "answered",
    answer: "server_error",
    code: text,
    message: text,
    content: value,
    taskId: text,
  });
  await journal.append({
    type: "elicitation",
    intent: seq,
    server: "docs",
    request: value,
    action: "accept",
    answer: value,
  });
  await journal.append({
    type: "sampling",
    intent: seq,
    server: "docs",
    request: value,
    verdict: "answered",
    code: text,
    response: value,
    tokens: 1,
  });
  const serverError = { code: 1, message: text };
  await journal.append({
    ...outcome(seq, { ...value, long: text.padEnd(90_000, "-") }),
    error: { code: text, message: text, hint: text, serverError },
  });
  await journal.append({ type: "end", reason: text });
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

test("forty canaries there are, and the search would find each in every encoding", () => {
  expect(new Set(CANARIES).size).toBe(40);
  for (const secret of CANARIES) {
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(8);
    for (const spoken of utterances(secret)) {
      expect([secret, spoken, found(JSON.stringify({ spoken })).length > 0]).toEqual([
        secret,
        spoken,
        true,
      ]);
    }
  }
});

test("T77, S6: no canary is in a journal, its payloads, its exports or its errors, in any of five encodings", async () => {
  const directory = stateDirectory();
  const header = { ...HEADER, workspace: `/home/${CANARIES[1]}`, protectedPaths: [...CANARIES] };
  const journal = await openJournal({
    stateDirectory: directory,
    session: { kind: "new", id: "s1", header },
    secrets: CANARIES,
  });
  for (const secret of CANARIES) await writeEverywhere(journal, secret);
  await journal.close();
  const files = filesIn(directory);
  expect(files.filter((file) => file.includes("/blobs/")).length).toBe(CANARIES.length);
  for (const file of files) {
    const bytes = readFileSync(file);
    for (const text of new Set([bytes.toString("utf8"), bytes.toString("latin1")])) {
      expect([file, found(text)]).toEqual([file, []]);
    }
  }
  const exported = exportSession({ stateDirectory: directory, session: "s1", secrets: [] });
  expect(found(JSON.stringify(exported))).toEqual([]);
}, 120_000);

test("T77: what was written before it was known to be secret is taken out of an export", async () => {
  const directory = stateDirectory();
  const journal = await openJournal({
    stateDirectory: directory,
    session: { kind: "new", id: "s1", header: HEADER },
    secrets: [],
  });
  for (const secret of CANARIES) await writeEverywhere(journal, secret);
  await journal.close();
  const exported = exportSession({ stateDirectory: directory, session: "s1", secrets: CANARIES });
  expect(found(JSON.stringify(exported))).toEqual([]);
}, 120_000);

test("T77: an error about an entry says nothing of its secrets", async () => {
  const journal = await openJournal({
    stateDirectory: stateDirectory(),
    session: { kind: "new", id: "s1", header: HEADER },
    secrets: CANARIES,
  });
  for (const secret of CANARIES) {
    for (const spoken of utterances(secret)) {
      const bad: unknown = { type: "end", reason: [spoken] };
      const error = await journal.append(bad as never).catch((reason: unknown) => reason);
      if (!(error instanceof JournalError)) throw new Error("expected a refusal");
      expect(
        found(`${error.message}\n${error.hint}\n${error.stack}\n${String(error.cause)}`),
      ).toEqual([]);
    }
  }
});
