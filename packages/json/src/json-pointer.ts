const NEEDS_ESCAPE = /[~/]/;

/** One more step of a JSON pointer (RFC 6901). */
export function pointerTo(parent: string, step: string | number): string {
  if (typeof step === "number" || !NEEDS_ESCAPE.test(step)) return `${parent}/${step}`;
  return `${parent}/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The steps of a pointer that starts with `/`, or none for the whole document; null for what is no pointer. */
export function pointerSteps(pointer: string): readonly string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return null;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
