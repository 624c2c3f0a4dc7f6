/** Whether an address is the outer one or below it: what is told of the one is told of the other (S5, K6). */
export function isAtOrBelow(uri: string, outer: string): boolean {
  return uri === outer || uri.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}
