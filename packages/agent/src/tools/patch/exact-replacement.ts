import { ToolProblem } from "../tool-problem.js";
import { findPlaces, lineAt } from "./find-places.js";
import { nearestPlace } from "./nearest-place.js";

/** Most places that a message names. */
const MAX_PLACES = 10;

/** The text with `old` replaced by `next` in the one place where it stands. Throws a `ToolProblem` where there is none, or several. */
export function replaceExactly(text: string, old: string, next: string, shown: string): string {
  if (old === "") throw new ToolProblem("`old` is empty. To write a whole file, use write.");
  if (old === next) throw new ToolProblem("`old` and `new` are the same: nothing would change.");
  const places = findPlaces(text, old, MAX_PLACES + 1);
  const [place] = places;
  if (place === undefined) throw new ToolProblem(nearestPlace(text, old, shown));
  if (places.length > 1) {
    const lines = places.slice(0, MAX_PLACES).map((at) => lineAt(text, at));
    const times = places.length > MAX_PLACES ? `more than ${MAX_PLACES}` : places.length;
    throw new ToolProblem(
      `\`old\` stands ${times} times in ${shown}, at lines ${lines.join(", ")}. Add lines around it until it stands once. Nothing was changed.`,
    );
  }
  return text.slice(0, place) + next + text.slice(place + old.length);
}
