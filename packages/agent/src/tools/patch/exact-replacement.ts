import { ToolProblem } from "../tool-problem.js";
import { nearestPlace } from "./nearest-place.js";

/** Most places that a message names. */
const MAX_PLACES = 10;

/** The text with `old` replaced by `next` in the one place where it stands. Throws a `ToolProblem` where there is none, or several. */
export function replaceExactly(text: string, old: string, next: string, shown: string): string {
  if (old === "") throw new ToolProblem("`old` is empty. To write a whole file, use write.");
  if (old === next) throw new ToolProblem("`old` and `new` are the same: nothing would change.");
  const places = placesOf(text, old);
  const [place] = places;
  if (place === undefined) throw new ToolProblem(nearestPlace(text, old, shown));
  if (places.length > 1) {
    const lines = places.slice(0, MAX_PLACES).map((at) => lineAt(text, at));
    const more = places.length > MAX_PLACES ? " and further ones" : "";
    throw new ToolProblem(
      `\`old\` stands ${places.length} times in ${shown}, at lines ${lines.join(", ")}${more}. Add lines around it until it stands once. Nothing was changed.`,
    );
  }
  return text.slice(0, place) + next + text.slice(place + old.length);
}

/** Every place, also where two of them overlap: either could be meant. */
function placesOf(text: string, old: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1)) places.push(at);
  return places;
}

export function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1))
    line += 1;
  return line;
}
