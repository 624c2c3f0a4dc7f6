import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestBytes } from "@perspt/json";
import { expect, onTestFinished, test } from "vitest";
import type { FileChange } from "./change-notes.js";
import { DirectoryNotes } from "./directory-notes.js";

function notesFolder(): string {
  const base = mkdtempSync(join(tmpdir(), "perspt-notes-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  return join(base, "notes");
}

const CHANGES: readonly FileChange[] = [
  { kind: "content", path: "a/ü\n.txt", before: null, after: digestBytes("x") },
  { kind: "content", path: "a", before: digestBytes("x"), after: null },
  { kind: "moved", from: "a", to: "b", content: digestBytes("") },
  { kind: "directory_removed", path: "d" },
];

test("a note is read back as it was made, by another process too", async () => {
  const folder = notesFolder();
  for (const [index, change] of CHANGES.entries()) {
    await new DirectoryNotes(folder).note(`s/${index}`, change);
  }
  for (const [index, change] of CHANGES.entries()) {
    expect(await new DirectoryNotes(folder).read(`s/${index}`)).toEqual(change);
  }
  expect(readdirSync(folder)).toHaveLength(CHANGES.length);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a call that noted nothing has no note, also where there are no notes at all", async () => {
  const notes = new DirectoryNotes(notesFolder());
  expect(await notes.read("s/1")).toBe(null);
  await notes.note("s/2", { kind: "directory_removed", path: "d" });
  expect(await notes.read("s/1")).toBe(null);
});

test("a call's name may hold anything, and names no file elsewhere", async () => {
  const folder = notesFolder();
  const notes = new DirectoryNotes(folder);
  const calls = ["../../x", "/etc/x", "", "a".repeat(1000), "A/1", "a/1"];
  for (const call of calls) await notes.note(call, { kind: "directory_removed", path: call });
  for (const call of calls) {
    expect(await notes.read(call)).toEqual({ kind: "directory_removed", path: call });
  }
  expect(readdirSync(folder)).toHaveLength(calls.length);
});

test("a damaged note is not taken for none", async () => {
  const folder = notesFolder();
  const notes = new DirectoryNotes(folder);
  await notes.note("s/1", { kind: "directory_removed", path: "d" });
  const [name = ""] = readdirSync(folder);
  for (const text of ["", "{", "[]", '{"call":"s/1"}', '{"call":"s/2","change":{}}']) {
    writeFileSync(join(folder, name), text);
    await expect(notes.read("s/1")).rejects.toThrow("is damaged");
  }
});

test("a note that cannot be made rejects", async () => {
  const notes = new DirectoryNotes("/perspt/no/such/notes");
  await expect(notes.note("s/1", { kind: "directory_removed", path: "d" })).rejects.toThrow();
});
