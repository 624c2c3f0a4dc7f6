import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** The problem codes that stand in the sources, and where a code may be any text. */
export interface ProblemCodes {
  /** Each union or list of codes under `package#Name`, with the codes that it names itself, in order. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  /** Codes that are written out where a problem is made, with the file of the first. */
  readonly written: ReadonlyMap<string, string>;
  /** Declarations of a code that is no closed union: `file declaration`. */
  readonly open: readonly string[];
}

/** Stable codes are snake_case; the system's own, such as ENOENT, are none of ours. */
const CODE = /^[a-z][a-z0-9_]*$/;
const TYPE_NAME = /(?:Code|Fault)$/;
const LIST_NAME = /_CODES$/;
const MEMBER_NAME = /^code$|Code$/;

/** Reads what the programs of a workspace are made of: `packages` and `apps`, without their tests and what only tests use. */
export function readProblemCodes(root: string): ProblemCodes {
  const types = new Map<string, readonly string[]>();
  const written = new Map<string, string>();
  const open: string[] = [];
  for (const { place, path } of sources(root)) {
    const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
    const file = path.slice(root.length);
    const visit = (node: ts.Node): void => {
      const declared = declaredCodes(node, source);
      if (declared !== null) types.set(`${place}#${declared.name}`, declared.codes);
      if (isCodeMember(node, source)) {
        for (const code of literalsIn(node.initializer, source)) {
          if (!written.has(code)) written.set(code, file);
        }
        for (const code of literalsIn(node.type, source)) written.set(code, file);
        if (node.type !== undefined && isOpen(node.type, source)) {
          open.push(`${file} ${node.getText(source).replace(/^readonly /, "")}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { types, written, open };
}

function sources(root: string): readonly { readonly place: string; readonly path: string }[] {
  return ["packages", "apps"].flatMap((area) =>
    readdirSync(`${root}${area}`).flatMap((place) =>
      readdirSync(`${root}${area}/${place}/src`, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .filter((name) => !name.startsWith("testing/") && !name.includes("scripted-"))
        .toSorted()
        .map((name) => ({ place, path: `${root}${area}/${place}/src/${name}` })),
    ),
  );
}

/** A union or list of codes, by its name. */
function declaredCodes(node: ts.Node, source: ts.SourceFile) {
  if (ts.isTypeAliasDeclaration(node) && TYPE_NAME.test(node.name.text)) {
    const codes = literalsIn(node.type, source);
    return codes.length === 0 ? null : { name: node.name.text, codes };
  }
  if (ts.isVariableDeclaration(node) && LIST_NAME.test(node.name.getText(source))) {
    const codes = isList(node.initializer) ? literalsIn(node.initializer, source) : [];
    return codes.length === 0 ? null : { name: node.name.getText(source), codes };
  }
  return null;
}

/** A list that a union is made of; a set of some codes is none. */
function isList(node: ts.Expression | undefined): boolean {
  return (
    node !== undefined && ts.isAsExpression(node) && ts.isArrayLiteralExpression(node.expression)
  );
}

type CodeMember =
  | ts.PropertyAssignment
  | ts.PropertySignature
  | ts.PropertyDeclaration
  | ts.ParameterDeclaration;

function isCodeMember(
  node: ts.Node,
  source: ts.SourceFile,
): node is CodeMember & { readonly type?: ts.TypeNode; readonly initializer?: ts.Expression } {
  return (
    (ts.isPropertyAssignment(node) ||
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isParameter(node)) &&
    MEMBER_NAME.test(node.name.getText(source))
  );
}

/** Any text, or a type whose name does not say that it is one of codes. */
function isOpen(type: ts.TypeNode, source: ts.SourceFile): boolean {
  if (ts.isUnionTypeNode(type)) return type.types.some((each) => isOpen(each, source));
  if (ts.isTypeReferenceNode(type)) return !TYPE_NAME.test(type.typeName.getText(source));
  return type.kind === ts.SyntaxKind.StringKeyword;
}

/** What stands for something that is declared elsewhere. */
const NAMES_ANOTHER = [
  ts.isCallExpression,
  ts.isPropertyAccessExpression,
  ts.isElementAccessExpression,
  ts.isTypeReferenceNode,
  ts.isIndexedAccessTypeNode,
  ts.isTypeLiteralNode,
];

/** The codes that stand in a type or an expression; a constant of the same file is followed, a call's arguments are not looked at. */
function literalsIn(node: ts.Node | undefined, source: ts.SourceFile): readonly string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return CODE.test(node.text) ? [node.text] : [];
  if (ts.isIdentifier(node)) return literalsIn(constantOf(node.text, source), source);
  if (ts.isConditionalExpression(node)) {
    return [node.whenTrue, node.whenFalse].flatMap((each) => literalsIn(each, source));
  }
  if (NAMES_ANOTHER.some((is) => is(node))) return [];
  const inside: string[] = [];
  ts.forEachChild(node, (child) => void inside.push(...literalsIn(child, source)));
  return inside;
}

function constantOf(name: string, source: ts.SourceFile): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      const { initializer } = declaration;
      if (
        declaration.name.getText(source) === name &&
        initializer !== undefined &&
        ts.isStringLiteralLike(initializer)
      ) {
        return initializer;
      }
    }
  }
  return undefined;
}
