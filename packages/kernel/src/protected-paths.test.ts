import { describe, expect, test } from "vitest";
import { protectedPlace } from "./protected-paths.js";

const places = ["/home/u/.config/perspt/config.toml", "/state"];
const reached = (path: string, access: "read" | "write" = "read") =>
  protectedPlace(path, access, places);

describe("protected places", () => {
  test("a protected path and everything in it is out of reach, to read as to write (T07)", () => {
    expect(reached("/home/u/.config/perspt/config.toml")).toBe(places[0]);
    expect(reached("/state/journals/s1", "write")).toBe("/state");
    expect(reached("/state")).toBe("/state");
    expect(reached("/state-of-things", "write")).toBeNull();
  });

  test("a directory above one may be read, and not written (T07)", () => {
    expect(reached("/home/u/.config", "read")).toBeNull();
    expect(reached("/home/u/.config", "write")).toBe(places[0]);
    expect(reached("/", "write")).toBe(places[0]);
  });

  test("git hooks are protected in any directory (T07)", () => {
    expect(reached("/proj/.git/hooks")).toBe(".git/hooks");
    expect(reached("/proj/sub/.git/hooks/pre-commit", "write")).toBe(".git/hooks");
    expect(reached("/proj/.git/hooks-of-mine", "write")).toBeNull();
    expect(reached("/proj/.git/config", "write")).toBeNull();
    expect(reached("/proj/x.git/hooks", "write")).toBeNull();
  });

  test("nor may the directory that holds the hooks be written as a whole (T07)", () => {
    expect(reached("/proj/.git", "write")).toBe(".git/hooks");
    expect(reached("/proj/.git", "read")).toBeNull();
  });

  test("names that a file system may take for the same are the same (T07)", () => {
    expect(reached("/STATE/x")).toBe("/state");
    expect(reached("/proj/.GIT/Hooks/x")).toBe(".git/hooks");
    expect(reached("/proj/.g\u200cit/hooks/x")).toBe(".git/hooks");
    expect(protectedPlace("/e\u0301", "read", ["/\u00e9"])).toBe("/\u00e9");
  });
});
