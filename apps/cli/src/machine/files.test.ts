import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { realFiles } from "./files.js";

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "perspt-files-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const files = realFiles();

describe("reading", () => {
  test("a file up to the limit is read whole, one byte more is too large", async () => {
    const path = join(scratch(), "file");
    writeFileSync(path, "12345");
    expect(await files.read(path, 5)).toEqual({
      kind: "read",
      content: new TextEncoder().encode("12345"),
    });
    expect(await files.read(path, 4)).toEqual({ kind: "too_large" });
  });

  test("what cannot be read is said in words", async () => {
    const directory = scratch();
    expect(await files.read(join(directory, "gone"), 9)).toEqual({ kind: "missing" });
    expect(await files.read(directory, 9)).toEqual({
      kind: "unreadable",
      reason: "it is a directory",
    });
  });
});

describe("creating", () => {
  test("a file and its directories are for their owner alone", async () => {
    const directory = scratch();
    const path = join(directory, "a/b/file");
    expect(await files.createFile(path, "text")).toEqual({ kind: "created" });
    expect(readFileSync(path, "utf8")).toBe("text");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const made of ["a", "a/b"]) {
      expect(statSync(join(directory, made)).mode & 0o777).toBe(0o700);
    }
  });

  test("nothing is replaced, and no link is followed (T76)", async () => {
    const directory = scratch();
    const target = join(directory, "target");
    symlinkSync(target, join(directory, "link"));
    expect(await files.createFile(join(directory, "link"), "x")).toEqual({ kind: "exists" });
    expect(await files.exists(target)).toBe(false);
    writeFileSync(target, "mine");
    expect(await files.createFile(target, "x")).toEqual({ kind: "exists" });
    expect(readFileSync(target, "utf8")).toBe("mine");
    expect(readdirSync(directory).sort()).toEqual(["link", "target"]);
  });

  test("a path through a file fails in words", async () => {
    const directory = scratch();
    writeFileSync(join(directory, "file"), "");
    expect(await files.createFile(join(directory, "file/x"), "")).toEqual({
      kind: "failed",
      reason: "a part of its path is no directory",
    });
  });
});

describe("replacing", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  test("keeps the mode and leaves nothing else behind", async () => {
    const directory = scratch();
    const path = join(directory, "file");
    writeFileSync(path, "old");
    chmodSync(path, 0o666);
    expect(await files.replaceFile(path, bytes("old"), "new")).toEqual({ kind: "replaced" });
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(statSync(path).mode & 0o7777).toBe(0o666);
    expect(readdirSync(directory)).toEqual(["file"]);
  });

  test("a link stays a link, and what it leads to is replaced where it lies", async () => {
    const directory = scratch();
    mkdirSync(join(directory, "dotfiles"));
    writeFileSync(join(directory, "dotfiles/config"), "old");
    symlinkSync("dotfiles/config", join(directory, "middle"));
    symlinkSync("middle", join(directory, "link"));
    expect(await files.replaceFile(join(directory, "link"), bytes("old"), "new")).toEqual({
      kind: "replaced",
    });
    expect(lstatSync(join(directory, "link")).isSymbolicLink()).toBe(true);
    expect(readlinkSync(join(directory, "link"))).toBe("middle");
    expect(readFileSync(join(directory, "dotfiles/config"), "utf8")).toBe("new");
    expect(readdirSync(join(directory, "dotfiles"))).toEqual(["config"]);
  });

  test("what changed since it was read is left as it is", async () => {
    const directory = scratch();
    const path = join(directory, "file");
    writeFileSync(path, "theirs");
    expect(await files.replaceFile(path, bytes("old"), "new")).toEqual({ kind: "changed" });
    expect(readFileSync(path, "utf8")).toBe("theirs");
    expect(readdirSync(directory)).toEqual(["file"]);
  });

  test("what cannot be replaced is said in words", async () => {
    const directory = scratch();
    symlinkSync("b", join(directory, "a"));
    symlinkSync("a", join(directory, "b"));
    expect(await files.replaceFile(join(directory, "a"), bytes(""), "")).toEqual({
      kind: "failed",
      reason: "its links lead in a circle",
    });
  });
});
