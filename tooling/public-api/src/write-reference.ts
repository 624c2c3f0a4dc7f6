import type { NameKind, PublicName } from "./describe-name.js";
import type { Surface } from "./read-surface.js";

const GROUPS: readonly (readonly [NameKind, string])[] = [
  ["function", "Functions"],
  ["class", "Classes"],
  ["type", "Types"],
  ["constant", "Constants"],
];

/** A page for people of what a package exports: its words and its declarations, grouped by what they are. */
export function writeReference(
  packageName: string,
  summary: string,
  { entries, reached }: Surface,
): string {
  const linkable = new Set([...entries.values(), reached].flat().map(({ name }) => name));
  const pages = [...entries].flatMap(([entry, names]) => [
    `## \`${entry}\``,
    ...GROUPS.flatMap(([kind, title]) =>
      group(
        title,
        names.filter((name) => name.kind === kind),
        linkable,
      ),
    ),
  ]);
  const folder = packageName.replace("@perspt/", "");
  return `${[
    `# \`${packageName}\`: reference`,
    `${summary}. To start from: the example in [its README](../../packages/${folder}/README.md).`,
    "<!-- Made from the sources' own words by: npx vitest run tooling/public-api -u -->",
    ...pages,
    ...group("Named above, and not exported", reached, linkable),
  ].join("\n\n")}\n`;
}

function group(
  title: string,
  names: readonly PublicName[],
  linkable: ReadonlySet<string>,
): readonly string[] {
  if (names.length === 0) return [];
  return [`### ${title}`, ...names.flatMap((name) => block(name, linkable))];
}

function block({ name, words, source }: PublicName, linkable: ReadonlySet<string>) {
  const named = [...new Set(source.match(/\b[A-Za-z]\w+\b/g))].filter(
    (word) => word !== name && linkable.has(word),
  );
  const links = named.map((word) => `[\`${word}\`](#${word.toLowerCase()})`).join(", ");
  return [
    `#### \`${name}\``,
    ...(words === "" ? [] : [words]),
    `\`\`\`ts\n${source}\n\`\`\``,
    ...(links === "" ? [] : [`Names: ${links}.`]),
  ];
}
