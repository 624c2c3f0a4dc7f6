import type { ServerConfig } from "@perspt/config";
import type { Ceiling } from "@perspt/kernel";
import type { McpClient } from "@perspt/mcp-client";
import { admitCatalog, type Mode, policyDigest } from "@perspt/policy";
import type { CatalogEntry } from "./operation-catalog.js";
import { remoteOperations } from "./remote-operation.js";
import type { ServerCatalog } from "./server-catalog.js";
import {
  type ConnectionOptions,
  connectServer,
  type ServerConnection,
} from "./server-connection.js";
import type { HostProblem, ServerReport } from "./server-report.js";

type SessionState =
  | { readonly kind: "not_enabled" }
  | { readonly kind: "not_connected" }
  | {
      readonly kind: "failed";
      readonly problem: HostProblem;
      readonly stderrTail: string;
      readonly endpointIdentity: string | null;
    }
  | {
      readonly kind: "ready";
      readonly client: McpClient;
      readonly catalog: ServerCatalog;
      stderrTail(): string;
    };

/** One configured server over the life of a host: its connection, its catalog, and what is reported of it. */
export class ServerSession {
  readonly config: ServerConfig;
  readonly #mode: Mode;
  readonly #ceiling: Ceiling;
  #state: SessionState;
  #epoch = 0;

  constructor(config: ServerConfig, mode: Mode, ceiling: Ceiling) {
    this.config = config;
    this.#mode = mode;
    this.#ceiling = ceiling;
    this.#state = { kind: config.modes.includes(mode) ? "not_connected" : "not_enabled" };
  }

  /** Null until the server is ready. */
  get catalog(): ServerCatalog | null {
    return this.#state.kind === "ready" ? this.#state.catalog : null;
  }

  /** Connects and admits, once. Never rejects. */
  async connect(options: ConnectionOptions): Promise<void> {
    if (this.#state.kind !== "not_connected") return;
    const connection = await connectServer(this.config, options);
    this.#state = connection.kind === "failed" ? connection : await this.#admit(connection);
  }

  entries(): readonly CatalogEntry[] {
    if (this.#state.kind !== "ready") return [];
    const { client, catalog } = this.#state;
    return remoteOperations(catalog, client, rootOf(this.config));
  }

  report(): ServerReport {
    const { id, transport } = this.config;
    const nothing: ServerReport = {
      id,
      transport: transport.kind,
      state: "not_enabled",
      protocolVersion: null,
      serverInfo: null,
      capabilities: {},
      endpointIdentity: null,
      policyDigest: policyDigest(this.config.policies),
      admitted: [],
      rejected: [],
      unusedPolicies: [],
      diagnostics: [],
      stderrTail: "",
      error: null,
    };
    switch (this.#state.kind) {
      case "not_enabled":
        return {
          ...nothing,
          error: {
            code: "not_enabled",
            message: `The server is not enabled for ${this.#mode}.`,
            hint: `Add "${this.#mode}" to modes in its table.`,
          },
        };
      case "not_connected":
        return {
          ...nothing,
          state: "failed",
          error: {
            code: "not_connected",
            message: "The server has not been connected to.",
            hint: null,
          },
        };
      case "failed": {
        const { problem, stderrTail, endpointIdentity } = this.#state;
        return { ...nothing, state: "failed", error: problem, stderrTail, endpointIdentity };
      }
      case "ready": {
        const { client, catalog } = this.#state;
        const stderrTail = this.#state.stderrTail();
        const { protocolVersion, serverInfo, capabilities } = client.server;
        const { endpointIdentity, admitted, rejected, unusedPolicies } = catalog;
        return {
          ...nothing,
          state: "ready",
          protocolVersion,
          serverInfo,
          capabilities,
          endpointIdentity,
          admitted,
          rejected,
          unusedPolicies,
          diagnostics: client.diagnostics(),
          stderrTail,
        };
      }
    }
  }

  async close(): Promise<void> {
    if (this.#state.kind === "ready") await this.#state.client.close();
  }

  async #admit(
    connection: Extract<ServerConnection, { readonly kind: "connected" }>,
  ): Promise<SessionState> {
    const { id, policies, transport } = this.config;
    const { client, tools, endpointIdentity } = connection;
    const admission = admitCatalog({
      server: id,
      transport: transport.kind,
      ceiling: this.#ceiling,
      policies,
      tools,
      capabilities: client.server.capabilities,
    });
    switch (admission.kind) {
      case "refused": {
        const stderrTail = connection.stderrTail();
        await client.close();
        return { kind: "failed", problem: admission, stderrTail, endpointIdentity };
      }
      case "decided": {
        this.#epoch += 1;
        const { admitted, rejected, unusedPolicies } = admission;
        return {
          kind: "ready",
          client,
          stderrTail: () => connection.stderrTail(),
          catalog: {
            server: id,
            transport: transport.kind,
            endpointIdentity,
            policyDigest: policyDigest(policies),
            epoch: this.#epoch,
            capabilities: client.server.capabilities,
            tools,
            admitted,
            rejected,
            unusedPolicies,
          },
        };
      }
    }
  }
}

/** Relative path arguments start from a server's root where it has exactly one; anything else would be a guess. */
function rootOf({ roots }: ServerConfig): string | null {
  const [first, ...others] = roots;
  return first !== undefined && others.length === 0 ? first.path : null;
}
