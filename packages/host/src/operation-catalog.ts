import type { JsonObject } from "@perspt/json";
import type { OperationBinding } from "@perspt/kernel";
import type { AdmittedOperation, RejectedTool } from "@perspt/policy";
import type { BoundOperation } from "./bound-operation.js";
import type { Refusal } from "./call-refusal.js";

/** An operation that can be proposed now. */
export interface CatalogEntry {
  readonly bound: BoundOperation;
  /** How the operation is listed to people and models. */
  readonly listing: AdmittedOperation;
  /** What is wrong with arguments beyond what a schema can say; null for nothing. Asked after they were found valid. */
  argumentProblem(argumentsValue: JsonObject): Refusal | null;
}

/** What became of a name that a caller asked for. */
export type CatalogLookup =
  | { readonly kind: "found"; readonly entry: CatalogEntry }
  /** It stood for this once; what is proposed of it is decided, and denied, by the kernel. */
  | { readonly kind: "unbound"; readonly entry: CatalogEntry }
  | { readonly kind: "rejected"; readonly server: string; readonly tool: RejectedTool }
  | { readonly kind: "unknown" };

/** Most operations of one provider that are remembered after they were unbound; the oldest are forgotten first. */
export const MAX_UNBOUND_OPERATIONS = 1024;

/**
 * Every operation of a host by its name and by its alias. A provider's entries are replaced as a whole: what is no longer among them
 * is unbound at once, and stands for nothing that can be called (T43).
 */
export class OperationCatalog {
  readonly #providers: readonly string[];
  readonly #entries = new Map<string, CatalogEntry>();
  readonly #operationByAlias = new Map<string, string>();
  readonly #rejected = new Map<string, { readonly server: string; readonly tool: RejectedTool }>();
  /** By provider, then by operation. */
  readonly #unbound = new Map<string, Map<string, CatalogEntry>>();

  /** In the order in which their operations are told, whichever was bound first (T15). */
  constructor(providers: readonly string[]) {
    this.#providers = providers;
  }

  replace(
    provider: string,
    entries: readonly CatalogEntry[],
    rejected: readonly RejectedTool[],
  ): void {
    this.remove(provider);
    const unbound = this.#unbound.get(provider);
    for (const entry of entries) {
      unbound?.delete(entry.listing.operation);
      this.#entries.set(entry.listing.operation, entry);
      this.#operationByAlias.set(entry.listing.alias, entry.listing.operation);
    }
    for (const tool of rejected) {
      this.#rejected.set(`mcp.${provider}.${tool.remoteName}`, { server: provider, tool });
    }
  }

  remove(provider: string): void {
    for (const [name, entry] of this.#entries) {
      if (entry.bound.provider !== provider) continue;
      this.#entries.delete(name);
      this.#operationByAlias.delete(entry.listing.alias);
      this.#remember(provider, entry);
    }
    for (const [name, { server }] of this.#rejected) {
      if (server === provider) this.#rejected.delete(name);
    }
  }

  /** In the order of the providers, and then in that in which each lists its own. */
  entries(): readonly CatalogEntry[] {
    const entries = [...this.#entries.values()];
    return this.#providers.flatMap((provider) =>
      entries.filter(({ bound }) => bound.provider === provider),
    );
  }

  /** By operation name, or by the alias that a model was shown. */
  find(name: string): CatalogLookup {
    const entry = this.#entries.get(this.#operationByAlias.get(name) ?? name);
    if (entry !== undefined) return { kind: "found", entry };
    const rejected = this.#rejected.get(name);
    if (rejected !== undefined) return { kind: "rejected", ...rejected };
    for (const known of this.#unbound.values()) {
      for (const remembered of known.values()) {
        const { operation, alias } = remembered.listing;
        if (operation === name || alias === name) return { kind: "unbound", entry: remembered };
      }
    }
    return { kind: "unknown" };
  }

  /** What an operation stands for now; null when it is bound no longer. */
  current(operation: string): BoundOperation | null {
    return this.#entries.get(operation)?.bound ?? null;
  }

  currentBinding(operation: string): OperationBinding | null {
    return this.current(operation)?.binding ?? null;
  }

  #remember(provider: string, entry: CatalogEntry): void {
    const known = this.#unbound.get(provider) ?? new Map<string, CatalogEntry>();
    this.#unbound.set(provider, known);
    known.delete(entry.listing.operation);
    known.set(entry.listing.operation, entry);
    const [oldest] = known.keys();
    if (known.size > MAX_UNBOUND_OPERATIONS && oldest !== undefined) known.delete(oldest);
  }
}
