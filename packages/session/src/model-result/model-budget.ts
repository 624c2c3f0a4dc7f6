import { isJsonObject, type JsonValue } from "@perspt/json";
import { sanitizeForModel } from "@perspt/text";

/** Most bytes of text that a model is given of one result. */
export const MAX_RESULT_TEXT_BYTES = 65_536;
/** Longest name, address or media type, in bytes. */
export const MAX_LABEL_BYTES = 2048;

/** Cleans a result's texts one after the other, and keeps all of them together within the bound. */
export class ModelBudget {
  #left: number;
  removedCharacters = 0;
  omittedBytes = 0;

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  text(text: string): string {
    const { text: kept, removed, truncated } = sanitizeForModel(text, { maxBytes: this.#left });
    this.#left -= Buffer.byteLength(kept);
    this.removedCharacters += removed;
    this.omittedBytes += truncated;
    return kept;
  }

  /** A name or an address: one line, short, and out of a bound of its own. */
  label(value: unknown): string | null {
    if (typeof value !== "string") return null;
    const { text, removed, truncated } = sanitizeForModel(value, { maxBytes: MAX_LABEL_BYTES });
    this.removedCharacters += removed;
    this.omittedBytes += truncated;
    return text.replaceAll("\n", " ");
  }

  /** The value with clean texts, or null where it does not fit: half of a structure would be another one. */
  json(value: JsonValue): JsonValue | null {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes > this.#left) {
      this.omittedBytes += bytes;
      return null;
    }
    this.#left -= bytes;
    return this.#clean(value);
  }

  #clean(value: JsonValue): JsonValue {
    if (typeof value === "string") {
      const { text, removed } = sanitizeForModel(value);
      this.removedCharacters += removed;
      return text;
    }
    if (Array.isArray(value)) return value.map((element: JsonValue) => this.#clean(element));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        sanitizeForModel(name).text,
        this.#clean(member),
      ]),
    );
  }
}
