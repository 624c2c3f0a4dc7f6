import type { ServerReport } from "@perspt/host";
import {
  type CapabilityDescription,
  type FootprintSelector,
  unscopedTargets,
} from "@perspt/kernel";
import type { AdmittedOperation, Mode, RejectedTool } from "@perspt/policy";
import { sanitizeForTerminal, truncateToWidth } from "@perspt/text";
import {
  BLANK,
  type Block,
  code,
  indented,
  line,
  prose,
  type Span,
  span,
  type Tone,
  table,
} from "../../output/blocks.js";
import { hintsWorthShowing } from "./worth-showing.js";

/** One server, and the grant that its operations would be called under. */
export interface Inspection {
  readonly report: ServerReport;
  readonly mode: Mode;
  readonly grant: CapabilityDescription;
}

export interface InspectionDetail {
  readonly verbose: boolean;
  /** The configuration file, for hints. */
  readonly file: string;
}

/** Hints that are shown for one server unless `--verbose`: a server may list hundreds of tools. */
const MAX_HINTS = 3;

/** What `mcp inspect` shows people: for each server its state, then what was admitted, what was not, and what else there is to know. */
export function inspectionBlocks(
  inspections: readonly Inspection[],
  detail: InspectionDetail,
): readonly Block[] {
  if (inspections.length === 0) {
    return [
      prose(
        `No servers: ${detail.file} has no [[external_tools]] table. \`perspt mcp add\` or \`perspt mcp import\` adds one.`,
      ),
    ];
  }
  return inspections.flatMap((inspection, index) => [
    ...(index === 0 ? [] : [BLANK]),
    ...serverBlocks(inspection, detail),
  ]);
}

function serverBlocks(inspection: Inspection, detail: InspectionDetail): readonly Block[] {
  const { report } = inspection;
  return [
    stateLine(inspection),
    ...errorBlocks(report),
    ...(detail.verbose ? identityBlocks(report) : []),
    ...admittedBlocks(inspection),
    ...rejectedBlocks(report.rejected, detail),
    ...unusedBlocks(report.unusedPolicies),
    ...diagnosticBlocks(report),
    ...stderrBlocks(report.stderrTail),
  ];
}

/** The widest name of a rejected tool, in terminal columns. */
const NAME_WIDTH = 40;

const STATE_TONES: Readonly<Record<ServerReport["state"], Tone>> = {
  ready: "good",
  failed: "bad",
  not_enabled: "warning",
};

function stateLine({ report, mode }: Inspection): Block {
  const { id, state, transport, protocolVersion, serverInfo } = report;
  const details = [
    transport,
    ...(protocolVersion === null ? [] : [protocolVersion]),
    ...(serverInfo === null ? [] : [`${serverInfo.name} ${serverInfo.version}`]),
    `${mode} mode`,
  ];
  const parts: readonly (string | Span)[] = [
    span(id, "strong"),
    "  ",
    span(state.replace("_", " "), STATE_TONES[state]),
    "  ",
    span(details.join(" · "), "dim"),
  ];
  return line(...parts);
}

function errorBlocks({ error }: ServerReport): readonly Block[] {
  if (error === null) return [];
  return [
    prose(`${error.code}: ${error.message}`, { indent: 2 }),
    ...(error.hint === null ? [] : [prose(error.hint, { indent: 2, tone: "warning" })]),
  ];
}

function identityBlocks({ endpointIdentity, policyDigest }: ServerReport): readonly Block[] {
  return [
    table(
      [{ title: "identity" }, { title: "digest" }],
      [
        ["endpoint", endpointIdentity ?? "none: it was not reached"],
        ["policy", policyDigest],
      ],
      2,
    ),
  ];
}

function admittedBlocks({ report, grant }: Inspection): readonly Block[] {
  if (report.state !== "ready") return [];
  const advice = adviceFor(report);
  if (report.admitted.length === 0) {
    return [BLANK, indented(2, "Nothing is admitted."), ...advice];
  }
  return [
    BLANK,
    indented(2, span(`Admitted (${report.admitted.length})`, "strong")),
    table(
      [{ title: "operation" }, { title: "effect" }, { title: "risk" }, { title: "touches" }],
      report.admitted.map((operation) => [
        operation.operation,
        operation.effect,
        operation.risk,
        footprintText(operation.footprint.selectors),
      ]),
      2,
    ),
    ...advice,
    ...report.admitted.flatMap((operation) => unscopedBlocks(operation, report.id, grant)),
  ];
}

/** Of a server that has tools and gets none admitted. */
function adviceFor({ tools, admitted }: ServerReport): readonly Block[] {
  if (tools.length === 0 || admitted.some(({ source }) => source === "tool")) return [];
  return [
    prose(
      "No remote tools are admitted. Add exact policies and schema-valid footprints. Resource/prompt operations may still appear when advertised.",
      { indent: 2, tone: "warning" },
    ),
  ];
}

/** A binding that no scope covers denies every call: whoever looks at the operation should know. */
function unscopedBlocks(
  { operation, bindings }: AdmittedOperation,
  server: string,
  grant: CapabilityDescription,
): readonly Block[] {
  const targets = unscopedTargets(grant, server, bindings);
  return targets.map((target) =>
    prose(
      `${operation}: every call is denied, because it binds a ${target} and ${SCOPES[target]}.`,
      {
        indent: 2,
        tone: "warning",
      },
    ),
  );
}

const SCOPES: Readonly<Record<ReturnType<typeof unscopedTargets>[number], string>> = {
  path: "the server has no roots",
  command: "[agent] commands is empty",
  url: "[agent] hosts is empty",
};

/** A footprint in words: what is read or written, by which argument. */
export function footprintText(selectors: readonly FootprintSelector[]): string {
  return selectors.length === 0 ? "nothing" : selectors.map(selectorText).join("; ");
}

function selectorText(selector: FootprintSelector): string {
  switch (selector.kind) {
    case "literal":
      return `${selector.access} ${selector.resource}`;
    case "path_argument":
      return `${selector.access} the path in ${selector.field}`;
    case "parent_manifest_of":
      return `${selector.access} the manifest above ${selector.field}`;
    case "scoped_argument":
      return `${selector.access} ${selector.family} by ${selector.field}`;
    case "provider_rate_limit":
      return "the server's rate limit";
    case "opaque_workspace":
      return "the whole workspace";
  }
}

function rejectedBlocks(
  rejected: readonly RejectedTool[],
  { verbose }: InspectionDetail,
): readonly Block[] {
  if (rejected.length === 0) return [];
  const hints = hintsWorthShowing(rejected);
  const shown = verbose ? hints : hints.slice(0, MAX_HINTS);
  const left = hints.length - shown.length;
  return [
    BLANK,
    indented(2, span(`Not admitted (${rejected.length})`, "strong")),
    table(
      [{ title: "tool" }, { title: "rule" }, { title: "reason" }],
      rejected.map(({ remoteName, code: rule, reason }) => [nameCell(remoteName), rule, reason]),
      2,
    ),
    BLANK,
    indented(2, span("What would change that", "strong")),
    ...shown.flatMap((hint) => [code(hint), BLANK]).slice(0, -1),
    ...(left === 0
      ? []
      : [prose(`… and ${left} more: --verbose or --json shows them.`, { indent: 2, tone: "dim" })]),
  ];
}

/** A stranger's name, safe and short enough that it pushes no other column away; `--json` has it whole. */
function nameCell(remoteName: string): string {
  return truncateToWidth(sanitizeForTerminal(remoteName), NAME_WIDTH);
}

function unusedBlocks(unused: readonly string[]): readonly Block[] {
  if (unused.length === 0) return [];
  return [
    BLANK,
    prose(`Policies for tools that the server does not list: ${unused.join(", ")}.`, {
      indent: 2,
      tone: "warning",
    }),
  ];
}

function diagnosticBlocks({ diagnostics }: ServerReport): readonly Block[] {
  if (diagnostics.length === 0) return [];
  return [
    BLANK,
    indented(2, span("Noticed", "strong")),
    table(
      [{ title: "what" }, { title: "times", align: "right" }, { title: "such as" }],
      diagnostics.map(({ code: what, count, sample }) => [what, String(count), sample]),
      2,
    ),
  ];
}

function stderrBlocks(stderrTail: string): readonly Block[] {
  if (stderrTail.trim() === "") return [];
  return [BLANK, indented(2, span("Its standard error ends with", "strong")), code(stderrTail, 4)];
}
