import type { PendingElicitation } from "@perspt/elicitation";
import type { ServerReport } from "@perspt/host";
import { sanitizeForTerminal } from "@perspt/text";
import type { SheetLine } from "../state/chat-state.js";
import type { Tone } from "../view/frame.js";

/** Lines of a server's standard error that are shown. */
const STDERR_LINES = 12;

/**
 * What `/mcp` shows, from what is known already: no server is asked. With no server of mode `chat`, that MCP is disabled, and how to
 * enable it.
 */
export function mcpLines(
  reports: readonly ServerReport[],
  pending: readonly PendingElicitation[],
): readonly SheetLine[] {
  return [...pending.flatMap(questionLines), ...reportLines(reports)];
}

/** A question whole, however long it is. */
function questionLines({ request, position }: PendingElicitation): readonly SheetLine[] {
  const asked =
    request.kind === "form"
      ? (JSON.stringify(request.requestedSchema, null, 2) ?? "").split("\n")
      : [request.url];
  return [
    line(`${request.serverId} asks (${position}), for its ${request.operation}:`, 0, "accent"),
    ...request.message.split("\n").map((text) => line(text, 2)),
    ...asked.map((text) => line(text, 2, "code")),
    line("", 0),
  ];
}

function reportLines(reports: readonly ServerReport[]): readonly SheetLine[] {
  const enabled = reports.filter(({ state }) => state !== "not_enabled");
  if (enabled.length === 0) return DISABLED;
  return enabled.flatMap((report, index) => [
    ...(index === 0 ? [] : [line("", 0)]),
    ...serverLines(report),
  ]);
}

const DISABLED: readonly SheetLine[] = [
  line("MCP is disabled in this chat: no server is configured for it.", 0, "warning"),
  line('Add "chat" to modes and restart chat.', 0),
  line(
    "modes stands in each [[external_tools]] table; perspt config path tells where the file is.",
    0,
    "muted",
  ),
];

function serverLines(report: ServerReport): readonly SheetLine[] {
  const { id, transport, state, protocolVersion, admitted, rejected, error } = report;
  const spoken = protocolVersion === null ? "" : `, MCP ${protocolVersion}`;
  return [
    line(`${id}  ${state} (${transport}${spoken})`, 0, state === "ready" ? "good" : "bad"),
    ...(error === null
      ? []
      : [
          line(`${error.message} (${error.code})`, 2, "bad"),
          ...(error.hint === null ? [] : [line(error.hint, 2)]),
        ]),
    ...(state === "ready" && admitted.length === 0
      ? [line("Nothing of it is admitted.", 2, "warning")]
      : []),
    ...admitted.map(({ operation, effect, risk }) =>
      line(`${operation}  ${effect}, ${risk} risk`, 2),
    ),
    ...rejected.flatMap(({ remoteName, code, reason, hint }) => [
      line(`${remoteName}  rejected: ${reason} (${code})`, 2, "muted"),
      ...hint.split("\n").map((text) => line(text, 4, "muted")),
    ]),
    ...report.unusedPolicies.map((name) =>
      line(`The policy for ${name} fits nothing that the server has.`, 2, "warning"),
    ),
    ...report.diagnostics.map(({ code, count, sample }) =>
      line(`${code} ×${count}${sample === "" ? "" : `: ${sample}`}`, 2, "muted"),
    ),
    ...stderrLines(report.stderrTail),
  ];
}

function stderrLines(tail: string): readonly SheetLine[] {
  const lines = tail.split("\n").filter((text) => text.trim() !== "");
  if (lines.length === 0) return [];
  return [
    line("Its last words on standard error:", 2, "muted"),
    ...lines.slice(-STDERR_LINES).map((text) => line(text, 4, "muted")),
  ];
}

/** Every word of a server passes here. */
function line(text: string, indent: number, tone: Tone = "plain"): SheetLine {
  return { text: sanitizeForTerminal(text), tone, indent };
}
