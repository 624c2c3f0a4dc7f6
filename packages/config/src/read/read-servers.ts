import { serverIdKey } from "@perspt/policy";
import type { TomlTable } from "smol-toml";
import type { ServerConfig } from "../perspt-config.js";
import { describeValue } from "../words/describe-value.js";
import { remove, write } from "../words/fix.js";
import { writePair } from "../words/toml-words.js";
import type { ProblemReport } from "./problem-report.js";
import { readServer } from "./read-server.js";
import { TableScope } from "./table-scope.js";

const EXPECTED = "[[external_tools]] in double brackets, once for each server";

/** What an id keeps when a number is put behind it. */
const ID_STEM_LENGTH = 25;

/** Reads the servers of a document, those that can be. */
export function readServers(
  report: ProblemReport,
  document: TomlTable,
  file: string,
): readonly ServerConfig[] {
  const value = document["external_tools"];
  if (value === undefined) return [];
  const root = new TableScope(report, [], document);
  if (!Array.isArray(value)) {
    const isSingle = report.hasHeader(["external_tools"]);
    root.problem({
      path: ["external_tools"],
      code: "wrong_type",
      expected: EXPECTED,
      received: isSingle ? "[external_tools]" : describeValue(value),
      fix: isSingle
        ? write("[[external_tools]]")
        : remove("external_tools", "and write each server as an [[external_tools]] table"),
    });
    return [];
  }
  const scopes = value.map((table, index) =>
    root.open(["external_tools", index], table, {
      expected: EXPECTED,
      fix: remove(`external_tools[${index}]`),
    }),
  );
  const tables = scopes.filter((scope) => scope !== null);
  checkIds(tables);
  return tables.map((table) => readServer(table, file)).filter((server) => server !== null);
}

/** Ids that differ only by case would be one name to many models and file systems (T44). */
function checkIds(servers: readonly TableScope[]): void {
  const first = new Map<string, TableScope>();
  const taken = new Set(
    servers
      .map((server) => server.get("id"))
      .filter((id) => typeof id === "string")
      .map(serverIdKey),
  );
  for (const server of servers) {
    const id = server.get("id");
    if (typeof id !== "string") continue;
    const earlier = first.get(serverIdKey(id));
    if (earlier === undefined) {
      first.set(serverIdKey(id), server);
      continue;
    }
    const { line } = server.report.positionOf([...earlier.path, "id"]);
    server.problem({
      path: ["id"],
      code: "duplicate_id",
      expected: "an id that no other server has, whatever its case",
      received: `${describeValue(id)}, which line ${line} has`,
      fix: write(writePair("id", freeId(id, servers.indexOf(server) + 1, taken))),
    });
  }
}

/** The id with the server's own number, or the next number that makes it new. */
function freeId(id: string, position: number, taken: ReadonlySet<string>): string {
  const stem = id.slice(0, ID_STEM_LENGTH);
  let number = position;
  while (taken.has(serverIdKey(`${stem}-${number}`))) number += 1;
  return `${stem}-${number}`;
}
