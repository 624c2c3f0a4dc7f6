import { readParameterHeaders } from "@perspt/json";
import { escapeInvisible, quote } from "@perspt/kernel";
import { nothingToConfigure, tableHint } from "./hints.js";
import type { DeclaredContext, Rejection } from "./rejection.js";

/** Rule 12. Over HTTP an argument may be mirrored into a header, where the schema says so lawfully (H7). */
export function checkParameterHeaders({ request, inputSchema }: DeclaredContext): Rejection | null {
  if (request.transport !== "streamable_http") return null;
  const reading = readParameterHeaders(inputSchema);
  if (reading.kind === "headers") return null;
  return {
    code: "invalid_parameter_header",
    reason: escapeInvisible(reading.problem),
    hint: nothingToConfigure("No policy admits it: the server has to repair the tool's schema."),
  };
}

/** Rule 13. A pinned tool is the one that was pinned, to the byte (T42). */
export function checkPin({ request, tool, policy, digest }: DeclaredContext): Rejection | null {
  if (policy.pin === null || policy.pin === digest) return null;
  return {
    code: "definition_changed",
    reason: `The definition of ${quote(tool.name)} has the digest ${digest}, and the policy pins ${quote(policy.pin)}.`,
    hint: tableHint(
      request.server,
      tool.name,
      { ...policy, pin: digest },
      "After a look at what the server changed.",
    ),
  };
}
