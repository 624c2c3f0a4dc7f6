import type { ServerConfig } from "@perspt/config";
import type { Ceiling } from "@perspt/kernel";
import type { McpClient, McpServerEvent } from "@perspt/mcp-client";
import type { Mode } from "@perspt/policy";
import { admitServer } from "./admit-server.js";
import { catalogChange, isSameCatalog } from "./catalog-change.js";
import { CoalescedWork } from "./coalesced-work.js";
import type { HostObserver } from "./host-event.js";
import type { Pause } from "./pause.js";
import { reportServer } from "./report-server.js";
import { failuresAfter, nextRestart } from "./restart-policy.js";
import type { ServerCatalog } from "./server-catalog.js";
import {
  type ConnectionOptions,
  connectServer,
  type ServerConnection,
} from "./server-connection.js";
import type { HostProblem, ServerReport } from "./server-report.js";
import { failedState, type ServerState, withPlan } from "./server-state.js";

/** The shortest time between two lists of one server whose list keeps changing, in milliseconds (S12). */
export const RELIST_SPACING_MS = 200;

/** Where a server's operations become callable, and stop being so. */
export interface Bindings {
  /** Resolves when what was listed is durable, where a journal is open; rejects with a `JournalError`. */
  record(catalog: ServerCatalog): Promise<void>;
  bind(catalog: ServerCatalog, client: McpClient): void;
  unbind(server: string): void;
}

export interface ServerSessionOptions {
  readonly config: ServerConfig;
  readonly mode: Mode;
  readonly ceiling: Ceiling;
  readonly connection: ConnectionOptions;
  readonly bindings: Bindings;
  readonly observe: HostObserver;
  readonly clock: { now(): number };
  readonly pause: Pause;
  readonly random: () => number;
}

/**
 * One configured server over the life of a host: connected to, listed and admitted; its list read again when it says that it changed;
 * started again when it was lost (I9, S13). Only a server that was ready once is started again.
 */
export class ServerSession {
  readonly #options: ServerSessionOptions;
  readonly #closing = new AbortController();
  readonly #relisting = new CoalescedWork(() => this.#relist());
  #state: ServerState;
  #epoch = 0;
  #relistedAt = Number.NEGATIVE_INFINITY;
  /** Why this side ended a connection. */
  #ending: Ending | null = null;
  #starting: Promise<void> | null = null;
  #kept: Promise<void> = Promise.resolve();
  /** Resolves when a lost server is ready again or given up; null while it is not lost. */
  #restarting: Deferred | null = null;

  constructor(options: ServerSessionOptions) {
    this.#options = options;
    const { config, mode } = options;
    this.#state = { kind: config.modes.includes(mode) ? "not_connected" : "not_enabled" };
  }

  get id(): string {
    return this.#options.config.id;
  }

  /** Null until the server is ready. */
  get catalog(): ServerCatalog | null {
    return this.#state.kind === "ready" ? this.#state.catalog : null;
  }

  get #connection(): ServerConnection | null {
    return this.#state.kind === "ready" ? this.#state.connection : null;
  }

  /** Why the server is not ready; null when it is. */
  get problem(): HostProblem | null {
    return this.report().error;
  }

  report(): ServerReport {
    const { config, mode } = this.#options;
    return reportServer(config, mode, this.#state);
  }

  /** Connects and admits, once; from then on the connection is kept. Never rejects. */
  async start(signal: AbortSignal): Promise<void> {
    this.#starting ??= this.#start(signal);
    await this.#starting;
  }

  async #start(signal: AbortSignal): Promise<void> {
    if (this.#state.kind !== "not_connected") return;
    await this.#connect(AbortSignal.any([signal, this.#closing.signal]));
    const connection = this.#connection;
    if (connection !== null) this.#kept = this.#keep(connection);
  }

  /**
   * Resolves when no change of the list is being looked at and no lost server is being started again; at the latest when the signal
   * aborts or `timeout_ms` is over.
   */
  async settled(signal: AbortSignal): Promise<void> {
    if (this.#relisting.isIdle && this.#restarting === null) return;
    const { pause, config } = this.#options;
    const waited = new AbortController();
    const enough = AbortSignal.any([signal, this.#closing.signal, waited.signal]);
    const all = Promise.all([this.#relisting.settled(), this.#restarting?.promise]);
    await Promise.race([all, pause(config.timeoutMs, enough)]);
    waited.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // A connection that is just coming about is closed by whoever makes it.
    await this.#starting;
    await this.#connection?.client.close();
    await this.#kept;
  }

  /** Leaves the server ready and bound, or failed; what failed may be worth another try. */
  async #connect(signal: AbortSignal): Promise<Ending | null> {
    const { config, connection: options } = this.#options;
    const result = await connectServer(config, options, signal);
    if (result.kind === "failed") {
      this.#state = result;
      return { problem: result.problem, retry: "later" };
    }
    const { connection } = result;
    const listing = await this.#list(connection, signal);
    const ending =
      listing.kind === "ended" ? listing.ending : await this.#bind(connection, listing.catalog);
    if (ending === null) return null;
    this.#state = failedState(connection, ending.problem);
    await connection.client.close();
    return ending;
  }

  /** What the server lists now, and what the policy makes of it under the next epoch. */
  async #list(connection: ServerConnection, signal: AbortSignal): Promise<Listing> {
    const { config, ceiling } = this.#options;
    try {
      const list = await connection.client.listTools(signal);
      // What the client leaves out is admission's to reject, with its reason, like any other tool (H7).
      const tools = [...list.tools, ...list.excluded.map(({ tool }) => tool)];
      const epoch = this.#epoch + 1;
      const admission = admitServer({ config, ceiling, connection, tools, epoch });
      return admission.kind === "admitted"
        ? admission
        : { kind: "ended", ending: { problem: admission.problem, retry: "never" } };
    } catch (error) {
      const problem = connection.problemOf(error);
      return { kind: "ended", ending: { problem, retry: "later" } };
    }
  }

  /** Writes the catalog down, and then makes its operations callable. */
  async #bind(connection: ServerConnection, catalog: ServerCatalog): Promise<Ending | null> {
    const { bindings, observe } = this.#options;
    const before = this.catalog;
    try {
      await bindings.record(catalog);
    } catch (error) {
      return { problem: connection.problemOf(error), retry: "never" };
    }
    this.#epoch = catalog.epoch;
    this.#state = { kind: "ready", connection, catalog };
    bindings.bind(catalog, connection.client);
    const change = catalogChange(before, catalog);
    observe({ kind: "catalog_bound", server: this.id, epoch: catalog.epoch, change });
    return null;
  }

  /** Serves connections one after the other until the host closes or the server is given up. Never rejects. */
  async #keep(first: ServerConnection): Promise<void> {
    const { bindings, clock, observe, pause, random } = this.#options;
    let connection: ServerConnection | null = first;
    let failures = 0;
    let ending: Ending | null = null;
    while (!this.#closing.signal.aborted) {
      if (connection !== null) {
        const began = clock.now();
        ending = await this.#serve(connection);
        bindings.unbind(this.id);
        if (this.#closing.signal.aborted) return;
        this.#restarting = deferred();
        failures = failuresAfter(failures, clock.now() - began);
        this.#state = failedState(connection, ending.problem);
      } else {
        failures += 1;
      }
      const restartInMs = ending?.retry === "later" ? nextRestart(failures, random()) : null;
      this.#state = withPlan(this.#state, restartInMs);
      const { problem } = this;
      if (problem !== null) observe({ kind: "server_lost", server: this.id, problem, restartInMs });
      if (restartInMs === null) break;
      await pause(restartInMs, this.#closing.signal);
      if (this.#closing.signal.aborted) break;
      ending = await this.#connect(this.#closing.signal);
      connection = this.#connection;
      if (connection !== null) this.#restarted();
    }
    this.#restarted();
  }

  #restarted(): void {
    this.#restarting?.resolve();
    this.#restarting = null;
  }

  /** Takes what the server tells until the connection is over, and says why it is. */
  async #serve(connection: ServerConnection): Promise<Ending> {
    this.#ending = null;
    for await (const event of connection.client.events()) this.#take(event);
    const lost = await connection.client.closed;
    return this.#ending ?? { problem: connection.problemOf(lost), retry: "later" };
  }

  #take(event: McpServerEvent): void {
    const { observe, bindings } = this.#options;
    observe({ kind: "server_event", server: this.id, event });
    // Among events that were dropped may have been a change of the list.
    if (event.type !== "tools_list_changed" && event.type !== "dropped") return;
    bindings.unbind(this.id);
    observe({ kind: "catalog_stale", server: this.id });
    this.#relisting.request();
  }

  /** Reads the list again. A list that changed once more while it was read binds nothing (K6). */
  async #relist(): Promise<void> {
    const { clock, pause } = this.#options;
    const wait = this.#relistedAt + RELIST_SPACING_MS - clock.now();
    if (wait > 0) await pause(wait, this.#closing.signal);
    this.#relistedAt = clock.now();
    const before = this.#state;
    if (before.kind !== "ready" || this.#closing.signal.aborted) return;
    const { connection } = before;
    const listing = await this.#list(connection, this.#closing.signal);
    if (this.#state !== before || this.#relisting.isAskedAgain) return;
    const ending =
      listing.kind === "ended"
        ? listing.ending
        : await this.#bind(
            connection,
            isSameCatalog(before.catalog, listing.catalog) ? before.catalog : listing.catalog,
          );
    if (ending === null) return;
    this.#ending = ending;
    await connection.client.close();
  }
}

/** Why a connection ended, and whether another one may fare better. */
interface Ending {
  readonly problem: HostProblem;
  readonly retry: "later" | "never";
}

interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

function deferred(): Deferred {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

type Listing =
  | { readonly kind: "admitted"; readonly catalog: ServerCatalog }
  | { readonly kind: "ended"; readonly ending: Ending };
