import type { ServerReport } from "@perspt/host";
import type { JsonObject } from "@perspt/json";
import type { AdmittedOperation } from "@perspt/policy";
import type { Failure } from "../output/command-result.js";

/** A server's report in the stable shape of `mcp inspect`. */
export function serverDocument(report: ServerReport): JsonObject {
  const { serverInfo, error } = report;
  return {
    id: report.id,
    transport: report.transport,
    state: report.state,
    protocolVersion: report.protocolVersion,
    serverInfo: serverInfo === null ? null : { ...serverInfo },
    capabilities: report.capabilities,
    endpointIdentity: report.endpointIdentity,
    policyDigest: report.policyDigest,
    admitted: report.admitted.map(operationDocument),
    rejected: report.rejected.map((tool) => ({ ...tool })),
    unusedPolicies: report.unusedPolicies,
    diagnostics: report.diagnostics.map((diagnostic) => ({ ...diagnostic })),
    stderrTail: report.stderrTail,
    error: error === null ? null : problemDocument(error),
  };
}

/** Code, message and hint, and nothing else that the problem may carry. */
export function problemDocument({ code, message, hint }: Failure): JsonObject {
  return { code, message, hint };
}

function operationDocument(operation: AdmittedOperation): JsonObject {
  const { footprint, bindings, ...members } = operation;
  return {
    ...members,
    footprint: { selectors: footprint.selectors.map((selector) => ({ ...selector })) },
    bindings: bindings.map((binding) => ({ ...binding })),
  };
}
