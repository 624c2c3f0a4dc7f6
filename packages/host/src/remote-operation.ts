import type { JsonObject } from "@perspt/json";
import {
  type CallOutcome,
  digestOfArguments,
  type McpClient,
  type McpRequest,
  type RemoteTool,
  spellRequest,
  targetOf,
} from "@perspt/mcp-client";
import {
  type AdmittedOperation,
  CLIENT_OPERATIONS,
  type ClientOperation,
  readClientRequest,
} from "@perspt/policy";
import type { BoundOperation } from "./bound-operation.js";
import type { Refusal } from "./call-refusal.js";
import type { ExecutionContext } from "./local-operation.js";
import type { CatalogEntry } from "./operation-catalog.js";
import type { ServerCatalog } from "./server-catalog.js";

/** What a call of a remote operation asks the server for, or why its arguments make no request. */
type RequestReading =
  | { readonly kind: "request"; readonly request: McpRequest }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Every admitted operation of a server, ready to be proposed. */
export function remoteOperations(
  catalog: ServerCatalog,
  client: McpClient,
  root: string | null,
): readonly CatalogEntry[] {
  const tools = new Map(catalog.tools.map((tool) => [tool.name, tool]));
  return catalog.admitted.map((listing) => {
    const source = sourceOf(listing, tools);
    return {
      listing,
      bound: bind(catalog, client, root, listing, source),
      argumentProblem(argumentsValue) {
        const reading = readRequest(source, argumentsValue);
        return reading.kind === "refused" ? reading.refusal : null;
      },
    };
  });
}

type OperationSource =
  | { readonly kind: "tool"; readonly tool: RemoteTool }
  | { readonly kind: "client"; readonly operation: ClientOperation };

function sourceOf(
  listing: AdmittedOperation,
  tools: ReadonlyMap<string, RemoteTool>,
): OperationSource {
  switch (listing.source) {
    case "tool": {
      const tool = tools.get(listing.remoteName);
      if (tool === undefined) throw new TypeError(`${listing.operation} was admitted, not listed`);
      return { kind: "tool", tool };
    }
    case "client": {
      const operation = CLIENT_OPERATIONS.find(({ name }) => name === listing.remoteName);
      if (operation === undefined) throw new TypeError(`${listing.operation} is not defined`);
      return { kind: "client", operation };
    }
  }
}

function readRequest(source: OperationSource, argumentsValue: JsonObject): RequestReading {
  if (source.kind === "tool") {
    return {
      kind: "request",
      request: { kind: "tool", tool: source.tool, arguments: argumentsValue },
    };
  }
  const reading = readClientRequest(source.operation.name, argumentsValue);
  return reading.kind === "read"
    ? { kind: "request", request: reading.request }
    : {
        kind: "refused",
        refusal: {
          code: reading.code,
          message: reading.reason,
          hint: "Change the arguments.",
        },
      };
}

function bind(
  catalog: ServerCatalog,
  client: McpClient,
  root: string | null,
  listing: AdmittedOperation,
  source: OperationSource,
): BoundOperation {
  const spell = (argumentsValue: JsonObject) => {
    const reading = readRequest(source, argumentsValue);
    if (reading.kind === "refused") throw new TypeError(reading.refusal.message);
    return { request: reading.request, spelled: spellRequest(reading.request) };
  };
  return {
    definition: {
      operation: listing.operation,
      description:
        source.kind === "client" ? source.operation.description : describe(source.tool.definition),
      inputSchema:
        source.kind === "client" ? source.operation.inputSchema : source.tool.inputSchema,
      digest: listing.digest,
    },
    policy: {
      effect: listing.effect,
      risk: listing.risk,
      footprint: listing.footprint,
      bindings: listing.bindings,
    },
    provider: catalog.server,
    binding: {
      epoch: catalog.epoch,
      endpointIdentity: catalog.endpointIdentity,
      policyDigest: catalog.policyDigest,
      toolDigest: listing.digest,
    },
    root,
    execution: {
      kind: "guarded",
      sentDigest: (argumentsValue) => {
        const { spelled } = spell(argumentsValue);
        return digestOfArguments(spelled.method, spelled.params);
      },
      sentTarget: (argumentsValue) => targetOf(spell(argumentsValue).spelled.params),
      run: (argumentsValue, { call, signal }) =>
        client.call(spell(argumentsValue).request, { call, signal }),
      resume: source.kind === "tool" ? resumeWith(client, source.tool) : null,
    },
  };
}

/** The tool's arguments are not sent again: its definition alone judges the result. */
function resumeWith(client: McpClient, tool: RemoteTool) {
  const request = { kind: "tool", tool, arguments: {} } as const;
  return (taskId: string, { call, signal }: ExecutionContext): Promise<CallOutcome> =>
    client.resumeTask({ taskId, request }, { call, signal });
}

function describe(definition: JsonObject): string {
  const description = definition["description"];
  return typeof description === "string" ? description : "";
}
