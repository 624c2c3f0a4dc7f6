import { Lexer, type Token, Tokenizer, type Tokens } from "marked";

/** How deep quotes and lists, and on a line emphasis and links, are read within each other; what is deeper is text as it was written. */
const MAX_DEPTH = 12;
/** Longest text of one paragraph whose marks are read, in UTF-16 units: what they cost can grow with its square. */
const MAX_INLINE_LENGTH = 16_384;

/**
 * A text as blocks of Markdown. Total: however deep a stranger nests, the stack holds, and what one paragraph costs is bounded.
 *
 * Links by reference and footnotes stay as they were written: a definition that comes late would change what is above it, which a reader
 * has read and no longer is laid out.
 */
export function lexMarkdown(text: string): readonly Token[] {
  return new ShortInlineLexer({ gfm: true, tokenizer: new ShallowTokenizer() }).lex(text);
}

class ShortInlineLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length <= MAX_INLINE_LENGTH) return super.inlineTokens(src, tokens);
    tokens.push({ type: "text", raw: src, text: src, escaped: false });
    return tokens;
  }
}

class ShallowTokenizer extends Tokenizer {
  #depth = 0;

  override def(): undefined {
    return undefined;
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#within(() => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    return this.#within(() => super.list(src));
  }

  override emStrong(
    src: string,
    maskedSrc: string,
    prevChar?: string,
  ): Tokens.Em | Tokens.Strong | undefined {
    return this.#within(() => super.emStrong(src, maskedSrc, prevChar));
  }

  override del(src: string, maskedSrc: string, prevChar?: string): Tokens.Del | undefined {
    return this.#within(() => super.del(src, maskedSrc, prevChar));
  }

  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    return this.#within(() => super.link(src));
  }

  #within<T>(read: () => T): T | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}
