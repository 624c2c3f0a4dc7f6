import ts from "typescript";

/** `type` is gone at run time; `dynamic` is `import()`, loaded only when its line runs. */
export type ImportKind = "static" | "type" | "dynamic";

export interface ImportFact {
  readonly specifier: string;
  readonly kind: ImportKind;
  readonly line: number;
  /** Imported names where the syntax lists them. */
  readonly names: readonly string[];
}

/** Something of the process that a file touches, such as `process.exit`. */
export interface ProcessUse {
  readonly what: string;
  readonly line: number;
}

export interface SourceFacts {
  readonly imports: readonly ImportFact[];
  readonly processUses: readonly ProcessUse[];
}

const PROCESS_MEMBERS = new Set(["exit", "exitCode", "stdin", "abort", "reallyExit"]);
const SIGNAL_MEMBERS = new Set([
  "on",
  "once",
  "addListener",
  "prependListener",
  "prependOnceListener",
]);

/** Reads what the layer rules need to know out of one TypeScript source text. */
export function readSourceFacts(fileName: string, text: string): SourceFacts {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const imports: ImportFact[] = [];
  const processUses: ProcessUse[] = [];
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;

  const visit = (node: ts.Node): void => {
    const imported = importOf(node);
    if (imported !== null) imports.push({ ...imported, line: lineOf(node) });
    const what = processUseOf(node);
    if (what !== null) processUses.push({ what, line: lineOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { imports, processUses };
}

function importOf(node: ts.Node): Omit<ImportFact, "line"> | null {
  if (ts.isImportDeclaration(node)) {
    return { specifier: textOf(node.moduleSpecifier), ...clauseOf(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    const kind = node.isTypeOnly ? "type" : "static";
    return { specifier: textOf(node.moduleSpecifier), kind, names: [] };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: textOf(node.argument.literal), kind: "type", names: [] };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return { specifier: argument ? textOf(argument) : "", kind: "dynamic", names: [] };
  }
  if (isRequireCall(node)) {
    const [argument] = node.arguments;
    return { specifier: argument ? textOf(argument) : "", kind: "static", names: [] };
  }
  return null;
}

function clauseOf(clause: ts.ImportClause | undefined): Pick<ImportFact, "kind" | "names"> {
  const bindings = clause?.namedBindings;
  const elements = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
  const names = elements.map((element) => (element.propertyName ?? element.name).text);
  return { kind: clause?.isTypeOnly === true ? "type" : "static", names };
}

function isRequireCall(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "require"
  );
}

/** The text of a literal; a computed specifier stands for itself in its source form. */
function textOf(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : node.getText();
}

function processUseOf(node: ts.Node): string | null {
  if (isGlobalNamed(node, "console")) return "console";
  const member = memberAccessOf(node);
  if (member === null || !isProcess(member.object)) return null;
  if (PROCESS_MEMBERS.has(member.name)) return `process.${member.name}`;
  if (SIGNAL_MEMBERS.has(member.name)) return `process.${member.name} (signals and events)`;
  return null;
}

interface MemberAccess {
  readonly object: ts.Expression;
  readonly name: string;
}

function memberAccessOf(node: ts.Node): MemberAccess | null {
  if (ts.isPropertyAccessExpression(node)) return { object: node.expression, name: node.name.text };
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return { object: node.expression, name: node.argumentExpression.text };
  }
  return null;
}

/** `process` and `globalThis.process`. */
function isProcess(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === "process";
  const member = memberAccessOf(node);
  return member !== null && member.name === "process" && member.object.getText() === "globalThis";
}

/** The global itself, not a member, property or parameter that happens to be called so. */
function isGlobalNamed(node: ts.Node, name: string): boolean {
  if (!ts.isIdentifier(node) || node.text !== name) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return parent.expression.getText() === "globalThis";
  }
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !("name" in parent && parent.name === node);
}
