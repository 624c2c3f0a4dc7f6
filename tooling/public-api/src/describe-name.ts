import ts from "typescript";

export type NameKind = "function" | "class" | "type" | "constant";

/** A public declaration as its users' compilers see it. */
export interface PublicName {
  readonly name: string;
  readonly kind: NameKind;
  /** Without comments, in the printer's layout. */
  readonly text: string;
  /** Its own comment as prose; empty where it has none. */
  readonly words: string;
  /** As the compiler wrote it down, with its members' comments and without its own. */
  readonly source: string;
}

const printer = ts.createPrinter({ removeComments: true });

export function describeName(checker: ts.TypeChecker, symbol: ts.Symbol, name: string): PublicName {
  const statements = (symbol.declarations ?? []).map(statementOf);
  return {
    name,
    kind: kindOf(symbol),
    text: statements
      .map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()))
      .join("\n"),
    words: wordsOf(checker, symbol, statements),
    source: statements.map(sourceOf).join("\n"),
  };
}

/** A constant is printed with its `const`. */
export function statementOf(declaration: ts.Declaration): ts.Node {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}

function kindOf({ flags }: ts.Symbol): NameKind {
  if (flags & ts.SymbolFlags.Function) return "function";
  if (flags & ts.SymbolFlags.Class) return "class";
  return flags & ts.SymbolFlags.Variable ? "constant" : "type";
}

/** The checker gives one overload's words once for each overload, and none of a constant's statement. */
function wordsOf(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  statements: readonly ts.Node[],
): string {
  const own = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  if (own !== "") return own.trim();
  const comments = statements.flatMap((node) => ts.getJSDocCommentsAndTags(node));
  return comments
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join("\n")
    .trim();
}

function sourceOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return file.text
    .slice(node.getStart(file, false), node.end)
    .replace(/^export (?:declare )?/, "")
    .replace(/^declare /, "");
}
