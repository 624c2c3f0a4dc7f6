/*
 * The sentences that say what to do. There are four, so that a reader and a test can follow each of them to the letter. What stands in
 * the backticks is TOML, or the name of what to take away.
 */

/** Replaces the pair of that key in the same table, or else the place that the problem points at. */
export function write(toml: string, remark = ""): string {
  return sentence("Write", toml, remark);
}

/** Goes into the table that the problem is about. */
export function add(toml: string, remark = ""): string {
  return sentence("Add", toml, remark);
}

/** Takes away the pair, table or element that the problem points at. */
export function remove(toml: string, remark = ""): string {
  return sentence("Remove", toml, remark);
}

/** Keeps the value and gives it another key. */
export function rename(key: string): string {
  return sentence("Rename it to", key, "");
}

function sentence(verb: string, toml: string, remark: string): string {
  return `${verb} \`${toml}\`${remark === "" ? "" : `, ${remark}`}.`;
}
