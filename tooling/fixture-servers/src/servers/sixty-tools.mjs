/**
 * A list of sixty tools: four that nothing is wrong with, and fifty-six that each break a rule of admission in another way
 * (T33–T36, T45, T47, T49, T56–T59). Names and descriptions hold whatever could order a terminal about or hide from a reader.
 */
import { serve, text } from "../wire/serve.mjs";

const object = { type: "object" };
const withQuery = (query) => ({ type: "object", properties: { query } });
const search = withQuery({ type: "string" });
const deep = (levels) =>
  levels === 0 ? object : { type: "object", properties: { a: deep(levels - 1) } };
const many = (count, schema) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
const header = (name, schema = { type: "string" }) =>
  withQuery({ ...schema, "x-mcp-header": name });

const GOOD = [
  { name: "plain", inputSchema: search },
  { name: "with.dots-and_lines", inputSchema: search },
  { name: "says_everything_is_safe", inputSchema: search, annotations: { readOnlyHint: true } },
  {
    name: "speaks_to_the_terminal",
    title: "\u009b2J\u001b]8;;http://evil.test\u0007click\u001b]8;;\u0007",
    description: "\u001b]52;c;eA==\u0007\u202eevil\u2066\u{e0041}\ufe0f\ufe0f\ufe0f",
    inputSchema: search,
  },
];

const NAMES = [
  "_perspt_resource_read",
  "_perspt_anything",
  "",
  "two words",
  "a/b",
  "naïve",
  "se\u0430rch",
  "x".repeat(129),
  "csi\u001b[2J",
  "osc\u001b]0;title\u0007",
  "unfinished\u001b]52;c;",
  "dcs\u001bP1$t\u001b\\",
  "c1\u009b31m",
  "c1-osc\u009d0;title\u009c",
  "bidi\u202etxt",
  "isolate\u2066x\u2069",
  "zero\u200bwidth",
  "tags\u{e0061}\u{e0062}",
  "selectors\ufe0f\ufe0f",
  "mark\ufeff",
  "line\nfeed",
  "return\rback",
  "tab\tstop",
  "delete\u007f",
  "null\u0000",
  "separator\u2028",
].map((name) => ({ name, inputSchema: search }));

const SAME = [
  { name: "twice", inputSchema: search },
  { name: "twice", inputSchema: object },
  { name: "undeclared", inputSchema: search },
  { name: "Plain", inputSchema: search },
  { name: "constructor", inputSchema: search },
  { name: "__proto__", inputSchema: search },
];

const SCHEMAS = [
  { name: "no_schema" },
  { name: "null_schema", inputSchema: null },
  { name: "string_root", inputSchema: { type: "string" } },
  { name: "no_type", inputSchema: { properties: {} } },
  { name: "odd_properties", inputSchema: { ...object, properties: 5 } },
  { name: "odd_output", inputSchema: search, outputSchema: { required: "\u001b[31m" } },
  { name: "odd_dialect", inputSchema: { ...search, $schema: "urn:\u202edialect" } },
  { name: "too_deep", inputSchema: deep(33) },
  { name: "too_many", inputSchema: { ...object, properties: many(1024, object) } },
  { name: "too_large", inputSchema: { ...search, description: "x".repeat(65_536) } },
  {
    name: "too_many_values",
    inputSchema: withQuery({ enum: Array.from({ length: 513 }, (_, index) => `v${index}`) }),
  },
  { name: "remote_reference", inputSchema: { ...search, $ref: "http://127.0.0.1:9/schema" } },
  { name: "lost_reference", inputSchema: { ...search, $ref: "#/$defs/\u009bgone" } },
  { name: "endless_reference", inputSchema: { ...search, $ref: "#" } },
];

const FIELDS = [
  { name: "field_absent", inputSchema: object },
  { name: "field_number", inputSchema: withQuery({ type: "integer" }) },
  { name: "field_nullable", inputSchema: withQuery({ type: ["string", "null"] }) },
  { name: "field_in_a_branch", inputSchema: { ...object, anyOf: [search] } },
  { name: "field_untyped", inputSchema: withQuery({}) },
];

const HEADERS = [
  { name: "header_space", inputSchema: header("a b") },
  { name: "header_line", inputSchema: header("a\r\nSet-Cookie: x") },
  { name: "header_empty", inputSchema: header("") },
  { name: "header_root", inputSchema: { ...search, "x-mcp-header": "Root" } },
  {
    name: "header_object",
    inputSchema: {
      ...object,
      properties: { query: { type: "string" }, o: { type: "object", "x-mcp-header": "O" } },
    },
  },
];

serve({
  "tools/list": () => ({ tools: [...GOOD, ...NAMES, ...SAME, ...SCHEMAS, ...FIELDS, ...HEADERS] }),
  "tools/call": ({ name }) => text(`called ${name}`),
});
