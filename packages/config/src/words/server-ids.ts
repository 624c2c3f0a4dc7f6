/** A server id made of any text: `Brave Search` becomes `Brave-Search`. Of a text without letters and digits nothing is left. */
export function toServerId(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, 32);
}
