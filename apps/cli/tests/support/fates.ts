/** What became of a listed tool: its name, the rule that rejected it, the reason, and the hint. */
export type Fate = readonly [name: string, code: string, reason: string, hint: string];

/** What `sixty-tools` lists without a fault. */
export const GOOD_TOOLS = [
  "plain",
  "with.dots-and_lines",
  "says_everything_is_safe",
  "speaks_to_the_terminal",
];

const RENAME = "# No policy admits it: the server has to give the tool another name.";
const UNNAMEABLE = "# No configuration can name it: the server has to give the tool another name.";
const LIST_ONCE = "# No policy admits it: the server has to list each name once.";
const REPAIR = "# No policy admits it: the server has to repair the tool's definition.";
const REPAIR_SCHEMA = "# No policy admits it: the server has to repair the tool's schema.";

const badName = (name: string, quoted = name, note = ""): Fate => [
  name,
  "invalid_name",
  `Expected a name of 1 to 128 ASCII letters, digits, _, . and -; the server lists "${quoted}"${note}.`,
  RENAME,
];
const reserved = (name: string): Fate => [
  name,
  "reserved_name",
  `The name "${name}" starts with _perspt_, which is kept for Perspt's own operations.`,
  RENAME,
];
const undeclared = (name: string, hint: string): Fate => [
  name,
  "undeclared_tool",
  `No policy table stands under exactly the name "${name}".`,
  hint,
];
const badSchema = (name: string, problem: string, which = "input"): Fate => [
  name,
  "invalid_schema",
  `The tool's ${which} schema is not accepted${problem}`,
  REPAIR,
];
const badField = (name: string, because: string): Fate => [
  name,
  "unknown_footprint_field",
  `The footprint selects by the argument "query", which ${because}.`,
  toml(
    name,
    "Arguments that can select: none. Without one, the call counts as touching the whole server or workspace.",
    ["search", "low", `{ kind = "literal", resource = "mcp.docs.*", access = "read" }`],
  ),
];
const badHeader = (name: string, problem: string): Fate => [
  name,
  "invalid_parameter_header",
  `The x-mcp-header at ${problem}`,
  REPAIR_SCHEMA,
];

function toml(
  name: string,
  advice: string,
  [effect, risk, selector]: readonly [effect: string, risk: string, selector: string],
): string {
  return [
    `# Under [[external_tools]] id = "docs", as this tool's only table.`,
    `# ${advice}`,
    `[external_tools.tools."${name}"]`,
    `effect = "${effect}"`,
    `risk = "${risk}"`,
    `footprint = { selectors = [${selector}] }`,
  ].join("\n");
}

const cautious = (name: string): string =>
  toml(
    name,
    "Name the effect that the tool really has; as it stands here, every call is asked for and runs alone.",
    ["run_shell", "high", `{ kind = "opaque_workspace" }`],
  );

const DEEP_PLACE = "/properties/a".repeat(32).slice(0, 120);

/** The fates that do not hang on the transport, in the order listed. */
export const OTHER_FATES: readonly Fate[] = [
  reserved("_perspt_resource_read"),
  reserved("_perspt_anything"),
  badName(""),
  badName("two words"),
  badName("a/b"),
  badName("naïve"),
  badName(
    "se\u0430rch",
    "se\u0430rch",
    `, whose "\u0430" is no Latin letter but a Cyrillic one (U+0430)`,
  ),
  badName("x".repeat(129), `${"x".repeat(120)}…`),
  badName("csi\u001b[2J", "csi\\u001b[2J"),
  badName("osc\u001b]0;title\u0007", "osc\\u001b]0;title\\u0007"),
  badName("unfinished\u001b]52;c;", "unfinished\\u001b]52;c;"),
  badName("dcs\u001bP1$t\u001b\\", "dcs\\u001bP1$t\\u001b\\\\"),
  badName("c1\u009b31m", "c1\\u009b31m"),
  badName("c1-osc\u009d0;title\u009c", "c1-osc\\u009d0;title\\u009c"),
  badName("bidi\u202etxt", "bidi\\u202etxt"),
  badName("isolate\u2066x\u2069", "isolate\\u2066x\\u2069"),
  badName("zero\u200bwidth", "zero\\u200bwidth"),
  badName("tags\u{e0061}\u{e0062}", "tags\\udb40\\udc61\\udb40\\udc62"),
  badName("selectors\ufe0f\ufe0f", "selectors\\ufe0f\\ufe0f"),
  badName("mark\ufeff", "mark\\ufeff"),
  badName("line\nfeed", "line\\nfeed"),
  badName("return\rback", "return\\rback"),
  badName("tab\tstop", "tab\\tstop"),
  badName("delete\u007f", "delete\\u007f"),
  badName("null\u0000", "null\\u0000"),
  badName("separator\u2028", "separator\\u2028"),
  [
    "twice",
    "duplicate_name",
    `The server lists "twice" 2 times; none of them is admitted.`,
    LIST_ONCE,
  ],
  [
    "twice",
    "duplicate_name",
    `The server lists "twice" 2 times; none of them is admitted.`,
    LIST_ONCE,
  ],
  undeclared("undeclared", cautious("undeclared")),
  undeclared("Plain", cautious("Plain")),
  undeclared("constructor", UNNAMEABLE),
  undeclared("__proto__", UNNAMEABLE),
  badSchema("no_schema", ". Expected a schema that is a JSON object."),
  badSchema("null_schema", ". Expected a schema that is a JSON object."),
  badSchema("string_root", ` at "/type". Expected the root to say "type": "object"; got "string".`),
  badSchema("no_type", ` at "/type". Expected the root to say "type": "object"; got nothing.`),
  badSchema(
    "odd_properties",
    ` at "/properties". properties must be an object whose members are schemas; got 5.`,
  ),
  badSchema(
    "odd_output",
    ` at "/required". required must be a list of names; got "\\u001b[31m".`,
    "output",
  ),
  badSchema(
    "odd_dialect",
    ` at "/$schema". Expected JSON Schema 2020-12 or draft-07; got "urn:\\u202edialect".`,
  ),
  badSchema("too_deep", ` at "${DEEP_PLACE}…". Expected schemas nested at most 32 deep; got more.`),
  badSchema("too_many", ` at "/properties/p1023". Expected at most 1024 subschemas; got more.`),
  badSchema("too_large", ". Expected at most 65536 bytes; got 65611."),
  badSchema(
    "too_many_values",
    ` at "/properties/query/enum". Expected at most 512 values; got 513.`,
  ),
  badSchema(
    "remote_reference",
    ` at "/$ref". Expected a reference within this schema (#/…); got "http://127.0.0.1:9/schema". Nothing is fetched.`,
  ),
  badSchema(
    "lost_reference",
    ` at "/$ref". Expected a reference to a schema; "#/$defs/\\u009bgone" leads to none.`,
  ),
  badSchema(
    "endless_reference",
    ". Expected an end; this schema applies itself to the same value again.",
  ),
  badField("field_absent", "is not declared in the tool's input schema"),
  badField("field_number", "is neither text nor a list of text"),
  badField("field_nullable", "may be null"),
  badField("field_in_a_branch", "is declared in one branch of the schema only"),
  badField("field_untyped", "is neither text nor a list of text"),
];

/** The fates of those that only HTTP minds, listed last. */
export const HEADER_FATES: readonly Fate[] = [
  badHeader("header_space", `"/properties/query" must be the name of an HTTP header; it is "a b".`),
  badHeader(
    "header_line",
    `"/properties/query" must be the name of an HTTP header; it is "a\\r\\nSet-Cookie: x".`,
  ),
  badHeader("header_empty", `"/properties/query" must be the name of an HTTP header; it is "".`),
  badHeader(
    "header_root",
    `"" stands where no properties alone lead, so no argument can be taken from there.`,
  ),
  badHeader(
    "header_object",
    `"/properties/o" is on an argument that is not always a string, an integer or a boolean.`,
  ),
];

/** The tools that the configuration has a policy for: what is rejected before its policy is looked up needs none. */
export const POLICY_TOOLS = [
  ...GOOD_TOOLS,
  "twice",
  ...[...OTHER_FATES, ...HEADER_FATES]
    .filter(([, code]) => /schema|field|header/.test(code))
    .map(([name]) => name),
];

/** What the one server of an inspection's document admitted and rejected. */
export function fates(document: Readonly<Record<string, unknown>>): {
  readonly admitted: readonly string[];
  readonly rejected: readonly Fate[];
} {
  const { servers } = document as {
    readonly servers: readonly {
      readonly admitted: readonly { readonly remoteName: string }[];
      readonly rejected: readonly {
        readonly remoteName: string;
        readonly code: string;
        readonly reason: string;
        readonly hint: string;
      }[];
    }[];
  };
  return {
    admitted: servers.flatMap((server) => server.admitted.map(({ remoteName }) => remoteName)),
    rejected: servers.flatMap((server) =>
      server.rejected.map(
        ({ remoteName, code, reason, hint }): Fate => [remoteName, code, reason, hint],
      ),
    ),
  };
}
