import type { Access } from "./footprint.js";
import { isWithin } from "./paths.js";

/**
 * The protected place that touching a path would reach, or null. Any access to a protected path or into it counts; so does a write to
 * a directory above one, which would take it along (T07). Names are compared as the most forgiving file system would: without regard
 * to case, composed form or invisible characters.
 */
export function protectedPlace(
  path: string,
  access: Access,
  protectedPaths: readonly string[],
): string | null {
  const folded = foldPath(path);
  for (const place of protectedPaths) {
    const foldedPlace = foldPath(place);
    if (isWithin(folded, foldedPlace)) return place;
    if (access === "write" && isWithin(foldedPlace, folded)) return place;
  }
  return reachesHooks(folded, access) ? ".git/hooks" : null;
}

// A hook runs as the user on the next git command, so writing one is running one.
function reachesHooks(foldedPath: string, access: Access): boolean {
  const slashed = `${foldedPath}/`;
  return slashed.includes("/.git/hooks/") || (access === "write" && slashed.endsWith("/.git/"));
}

function foldPath(path: string): string {
  return path
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();
}
