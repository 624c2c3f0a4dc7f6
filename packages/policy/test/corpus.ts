import { readdirSync, readFileSync } from "node:fs";
import { isJsonObject, type JsonObject, parseBounded } from "@perspt/json";
import type { ListedTool } from "@perspt/policy";

/** The tools of one published server, as it listed them; descriptions are cut to their beginning. */
export interface CorpusServer {
  readonly package: string;
  readonly version: string;
  readonly tools: readonly ListedTool[];
}

const FOLDER = new URL("./corpus/", import.meta.url);

/** Every file of `corpus/`: collected from the packages that it names, none of it written for these tests. */
export function readCorpus(): readonly CorpusServer[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => readServer(file));
}

function readServer(file: string): CorpusServer {
  const parsed = parseBounded(readFileSync(new URL(file, FOLDER)), {
    maxBytes: 1024 * 1024,
    maxDepth: 64,
  });
  const server = parsed.kind === "parsed" && isJsonObject(parsed.value) ? parsed.value : null;
  const tools = server?.["tools"];
  if (server === null || !Array.isArray(tools)) throw new TypeError(`${file} is no list of tools`);
  return {
    package: textOf(server["package"]),
    version: textOf(server["version"]),
    tools: tools.filter(isJsonObject).map((definition: JsonObject) => ({
      name: textOf(definition["name"]),
      definition,
    })),
  };
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("a file of the corpus lacks a text");
  return value;
}
