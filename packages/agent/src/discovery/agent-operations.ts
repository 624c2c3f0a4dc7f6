import type { GovernedCallRequest, GovernedOutcome, McpHost, OfferedOperation } from "@perspt/host";
import type { LoopPort } from "@perspt/session";
import type { AgentCode } from "../agent-code.js";
import { ACCEPT_OPERATION } from "../gate/accept-operation.js";
import type { ToolIndex } from "./tool-index.js";

type LoopHost = Pick<McpHost, LoopPort>;

/**
 * The host as the model's loop may use it: the coding tools and what a search has found are offered, the acceptance gate is not, by no
 * name that a model could guess.
 */
export function agentOperations(host: LoopHost, index: ToolIndex): LoopHost {
  const isOffered = ({ operation }: OfferedOperation): boolean =>
    operation.startsWith("mcp.") ? index.isFound(operation) : operation !== ACCEPT_OPERATION;
  return {
    offered() {
      const operations = host.offered();
      index.refresh(operations);
      return operations.filter(isOffered);
    },
    async callTurn(requests) {
      const allowed = requests.filter(({ operation }) => !isGate(operation));
      for (const { operation } of allowed) {
        const named = index.find(operation);
        if (named !== null) index.keep(named.operation);
      }
      const outcomes = (await host.callTurn(allowed)).values();
      return requests.map((request) => {
        if (isGate(request.operation)) return gateRefusal(request);
        const { value } = outcomes.next();
        if (value === undefined) throw new TypeError("callTurn answers every call");
        return value;
      });
    },
    recordMessage: (message) => host.recordMessage(message),
    recordTurn: (turn) => host.recordTurn(turn),
    settled: (signal) => host.settled(signal),
  };
}

const GATE_NAMES: ReadonlySet<string> = new Set([
  ACCEPT_OPERATION,
  ACCEPT_OPERATION.slice("local.".length),
]);

function isGate(operation: string): boolean {
  return GATE_NAMES.has(operation);
}

function gateRefusal({ operation }: GovernedCallRequest): GovernedOutcome {
  return {
    operation,
    outcome: {
      kind: "refused",
      mayHaveRun: false,
      error: {
        code: "gate_is_the_persons" satisfies AgentCode,
        message: "Whether a change is applied is for the person to say.",
        hint: "Answer when the work is done: the change is then shown to the person.",
        serverError: null,
      },
    },
    decision: null,
    journal: null,
    durationMs: 0,
  };
}
