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
      fix: write(writePair("id", freeId(id, servers))),
    });
  }
}

function freeId(id: string, servers: readonly TableScope[]): string {
  const taken = new Set(servers.map((server) => serverIdKey(String(server.get("id")))));
  const stem = id.slice(0, 27);
  let number = 2;
  while (taken.has(serverIdKey(`${stem}-${number}`))) number += 1;
  return `${stem}-${number}`;
}
