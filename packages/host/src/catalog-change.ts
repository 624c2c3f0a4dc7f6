import { digest } from "@perspt/json";
import type { ServerCatalog } from "./server-catalog.js";

/** How the operations of a server differ from those before, by operation name, in the new catalog's order. */
export interface CatalogChange {
  readonly added: readonly string[];
  /** Still there under its name, with another definition. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** What became of a server's operations between two catalogs. */
export function catalogChange(before: ServerCatalog | null, after: ServerCatalog): CatalogChange {
  const old = new Map(before?.admitted.map(({ operation, digest }) => [operation, digest]));
  const now = new Set(after.admitted.map(({ operation }) => operation));
  return {
    added: after.admitted.flatMap(({ operation }) => (old.has(operation) ? [] : [operation])),
    changed: after.admitted.flatMap(({ operation, digest }) =>
      old.has(operation) && old.get(operation) !== digest ? [operation] : [],
    ),
    removed: [...old.keys()].filter((operation) => !now.has(operation)),
  };
}

/** Whether nothing differs that was listed or decided: then the old bindings hold on under their epoch. */
export function isSameCatalog(before: ServerCatalog, after: ServerCatalog): boolean {
  return fingerprint(before) === fingerprint(after);
}

function fingerprint({ endpointIdentity, policyDigest, capabilities, tools }: ServerCatalog) {
  const definitions = tools.map(({ definition }) => definition);
  return digest({ endpointIdentity, policyDigest, capabilities, definitions });
}
