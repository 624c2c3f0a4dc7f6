import ts from "typescript";
import { describeName, type PublicName, statementOf } from "./describe-name.js";

/** What one package promises. */
export interface Surface {
  /** The names of each entry, such as `@perspt/json`. */
  readonly entries: ReadonlyMap<string, readonly PublicName[]>;
  /** Declarations that the exported ones refer to, and that nobody can import. */
  readonly reached: readonly PublicName[];
}

/** What a package's declaration files export, through whatever other files they pass it on from. Each list is in the order of names. */
export function readSurface(files: ReadonlyMap<string, string>): Surface {
  const options = { noLib: true, module: ts.ModuleKind.NodeNext };
  const program = ts.createProgram([...files.values()], options);
  const checker = program.getTypeChecker();
  const entries = new Map(
    [...files].map(([entry, file]) => [entry, exportsOf(program, checker, file)]),
  );
  const exported = new Set([...entries.values()].flatMap((names) => [...names.keys()]));
  const reached = new Set<ts.Symbol>();
  const visit = (symbol: ts.Symbol): void => {
    for (const referred of referredFrom(checker, symbol)) {
      if (exported.has(referred) || reached.has(referred)) continue;
      reached.add(referred);
      visit(referred);
    }
  };
  for (const symbol of exported) visit(symbol);
  return {
    entries: new Map([...entries].map(([entry, names]) => [entry, publicNames(checker, names)])),
    reached: publicNames(checker, new Map([...reached].map((symbol) => [symbol, symbol.name]))),
  };
}

function exportsOf(
  program: ts.Program,
  checker: ts.TypeChecker,
  file: string,
): ReadonlyMap<ts.Symbol, string> {
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module`);
  return new Map(
    checker.getExportsOfModule(module).map((symbol) => [resolve(checker, symbol), symbol.name]),
  );
}

/** What a re-export stands for. */
function resolve(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Declarations of the same package that a declaration names: types, and what is inferred from a value. */
function referredFrom(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Symbol[] {
  const found = new Set<ts.Symbol>();
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const named = checker.getSymbolAtLocation(node);
      const target = named === undefined ? undefined : resolve(checker, named);
      if (target?.declarations?.some(isTopLevel) === true) found.add(target);
    }
    ts.forEachChild(node, walk);
  };
  for (const declaration of symbol.declarations ?? []) walk(declaration);
  found.delete(symbol);
  return [...found];
}

function isTopLevel(declaration: ts.Declaration): boolean {
  return (
    ts.isSourceFile(statementOf(declaration).parent) && !ts.isTypeParameterDeclaration(declaration)
  );
}

function publicNames(
  checker: ts.TypeChecker,
  names: ReadonlyMap<ts.Symbol, string>,
): readonly PublicName[] {
  return [...names]
    .map(([symbol, name]) => describeName(checker, symbol, name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
