import type { PathScope } from "./capability.js";
import { listForSentence, quote } from "./quote.js";

/** The directories that a grant holds for one provider. */
export interface GrantedDirectories {
  readonly isEmpty: boolean;
  /** For a sentence: the first of them, and how many more there are. */
  readonly listed: string;
  /** Whether `isWithin(path, directory)` holds for one of them, in steps of the path's depth, however many there are. */
  hold(path: string): boolean;
}

/** Scopes that the kernel froze with all that they hold: what was once found out about such a list holds for good. */
const frozenScopes = new WeakMap<readonly PathScope[], GrantedPaths>();

/** The scopes of a canonical description, which nobody can change any more. */
export function freezeScopes(scopes: readonly PathScope[]): readonly PathScope[] {
  const frozen = Object.freeze(
    scopes.map(({ provider, path }) => Object.freeze({ provider, path })),
  );
  frozenScopes.set(frozen, new GrantedPaths(frozen));
  return frozen;
}

/** Those of a canonical description are gone through once for each provider, those of any other one each time. */
export function directoriesFor(provider: string, scopes: readonly PathScope[]): GrantedDirectories {
  return (frozenScopes.get(scopes) ?? new GrantedPaths(scopes)).for(provider);
}

class GrantedPaths {
  readonly #scopes: readonly PathScope[];
  readonly #ofProvider = new Map<string, GrantedDirectories>();

  constructor(scopes: readonly PathScope[]) {
    this.#scopes = scopes;
  }

  for(provider: string): GrantedDirectories {
    const known = this.#ofProvider.get(provider);
    if (known !== undefined) return known;
    const scopes = this.#scopes.filter((scope) => appliesTo(scope, provider));
    const directories = new Set(scopes.map(({ path }) => path));
    const granted: GrantedDirectories = {
      isEmpty: scopes.length === 0,
      listed: listForSentence(scopes, ({ path }) => quote(path)),
      hold: (path) => isWithinAny(path, directories),
    };
    this.#ofProvider.set(provider, granted);
    return granted;
  }
}

function appliesTo(scope: PathScope, provider: string): boolean {
  return scope.provider === null || scope.provider === provider;
}

/** The path itself, the root of an absolute one, and whatever stands before a separator: all that `isWithin` lets hold it. */
function isWithinAny(path: string, directories: ReadonlySet<string>): boolean {
  if (directories.has(path)) return true;
  if (path.startsWith("/") && directories.has("/")) return true;
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    if (directories.has(path.slice(0, end))) return true;
  }
  return false;
}
