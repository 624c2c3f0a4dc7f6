import { TomlIndex, type TomlLocation, type TomlPath } from "./toml-index.js";

/**
 * Where a key, a table or an element of an array stands in a TOML text, as offsets that text can be spliced at; null where the text does
 * not have it. For several look-ups in one text, `TomlIndex` reads it only once.
 */
export function locateKey(text: string, path: TomlPath): TomlLocation | null {
  return new TomlIndex(text).locate(path);
}
