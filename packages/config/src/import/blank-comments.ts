/** A string, or a comment; one that does not end goes to the end of the text. */
const STRING_OR_COMMENT =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|^\uFEFF/g;
const STRING_OR_TRAILING_COMMA = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|,(?=\s*[}\]])/g;

/**
 * JSON with comments and trailing commas, as editors write their settings, as plain JSON: what JSON does not have becomes spaces, so that
 * every offset and line stays true. It judges nothing; the parser does.
 */
export function blankComments(text: string): string {
  return text
    .replace(STRING_OR_COMMENT, blankUnlessString)
    .replace(STRING_OR_TRAILING_COMMA, blankUnlessString);
}

function blankUnlessString(token: string): string {
  return token.startsWith('"') ? token : token.replace(/[^\r\n]/g, " ");
}
