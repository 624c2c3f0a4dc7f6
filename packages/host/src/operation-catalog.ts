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
  | { readonly kind: "rejected"; readonly server: string; readonly tool: RejectedTool }
  | { readonly kind: "unknown" };

/**
 * Every operation of a host by its name and by its alias. A provider's entries are replaced as a whole: what is no longer among them
 * is unbound at once, and its name resolves to nothing (T43).
 */
export class OperationCatalog {
  readonly #entries = new Map<string, CatalogEntry>();
  readonly #operationByAlias = new Map<string, string>();
  readonly #rejected = new Map<string, { readonly server: string; readonly tool: RejectedTool }>();

  replace(
    provider: string,
    entries: readonly CatalogEntry[],
    rejected: readonly RejectedTool[],
  ): void {
    this.remove(provider);
    for (const entry of entries) {
      this.#entries.set(entry.listing.operation, entry);
      this.#operationByAlias.set(entry.listing.alias, entry.listing.operation);
    }
    for (const tool of rejected) {
      this.#rejected.set(`mcp.${provider}.${tool.remoteName}`, { server: provider, tool });
    }
  }

  remove(provider: string): void {
    for (const [name, { bound, listing }] of this.#entries) {
      if (bound.provider !== provider) continue;
      this.#entries.delete(name);
      this.#operationByAlias.delete(listing.alias);
    }
    for (const [name, { server }] of this.#rejected) {
      if (server === provider) this.#rejected.delete(name);
    }
  }

  entries(): readonly CatalogEntry[] {
    return [...this.#entries.values()];
  }

  /** By operation name, or by the alias that a model was shown. */
  find(name: string): CatalogLookup {
    const entry = this.#entries.get(this.#operationByAlias.get(name) ?? name);
    if (entry !== undefined) return { kind: "found", entry };
    const rejected = this.#rejected.get(name);
    return rejected === undefined ? { kind: "unknown" } : { kind: "rejected", ...rejected };
  }

  currentBinding(operation: string): OperationBinding | null {
    return this.#entries.get(operation)?.bound.binding ?? null;
  }
}
