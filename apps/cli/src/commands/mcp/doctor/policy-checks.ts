import { unscopedTargets } from "@perspt/kernel";
import type { RejectedTool, RejectionCode } from "@perspt/policy";
import { tomlString } from "@perspt/policy";
import { nearestWord } from "@perspt/text";
import { advice, command, type Fix, fail, type Outcome, ok, toml, warn } from "./finding.js";
import type { ServerFacts } from "./server-facts.js";

const FOOTPRINT_CODES: ReadonlySet<RejectionCode> = new Set([
  "unknown_footprint_field",
  "invalid_binding",
  "incoherent_footprint",
]);

/** Most names in one line. */
const SHOWN = 5;

/** Which tools have no policy, which policies have no tool, and which are not admitted as they stand. */
export function checkPolicies({ server, reached, perspt }: ServerFacts): Outcome {
  if (reached === null) throw new TypeError("a server that was not reached lists nothing");
  const { rejected, unusedPolicies, admitted, tools } = reached.report;
  const declared = rejected.filter(
    ({ remoteName, code }) => server.policies.has(remoteName) && !FOOTPRINT_CODES.has(code),
  );
  const [first, ...rest] = declared.map(({ hint }) => toml(hint));
  if (first !== undefined) return fail(reasons(declared), first, ...rest);

  const undeclared = rejected.filter(({ code }) => code === "undeclared_tool");
  const parts = [
    ...(undeclared.length === 0
      ? []
      : [`no policy for ${named(undeclared.map(({ remoteName }) => remoteName))}`]),
    ...(unusedPolicies.length === 0 ? [] : [`no tool for the policy of ${named(unusedPolicies)}`]),
  ];
  const names = tools.map(({ name }) => name).filter((name) => !server.policies.has(name));
  const [fix, ...fixes] = [
    ...unusedPolicies.map((policy) => unusedFix(policy, names)),
    ...(undeclared.length === 0 ? [] : [command(`${perspt} mcp policy ${server.id}`)]),
  ];
  return fix === undefined
    ? ok(`${admitted.length} operations admitted`)
    : warn(parts.join("; "), fix, ...fixes);
}

/** Whether footprints and bindings fit the tools' schemas, and every binding has a scope. */
export function checkFootprints({ server, reached }: ServerFacts): Outcome {
  if (reached === null) throw new TypeError("a server that was not reached lists nothing");
  const { report, grant } = reached;
  const faulty = report.rejected.filter(({ code }) => FOOTPRINT_CODES.has(code));
  const [first, ...rest] = faulty.map(({ hint }) => toml(hint));
  if (first !== undefined) return fail(reasons(faulty), first, ...rest);
  const unscoped = report.admitted.flatMap(({ operation, bindings }) =>
    unscopedTargets(grant, server.id, bindings).map((target) => ({ operation, target })),
  );
  const targets = [...new Set(unscoped.map(({ target }) => target))];
  const [fix, ...fixes] = targets.map((target) => advice(SCOPES[target]));
  if (fix !== undefined) {
    const names = named([...new Set(unscoped.map(({ operation }) => operation))]);
    return warn(`every call is denied, as no scope holds what it binds: ${names}`, fix, ...fixes);
  }
  return ok("each names what its tool has");
}

const SCOPES: Readonly<Record<ReturnType<typeof unscopedTargets>[number], string>> = {
  path: 'Disclose the directory in the server\'s table: roots = [{ uri = "file:///…" }].',
  command: 'Name what may be started: commands = [["npm", "test"]] in [agent].',
  url: 'Name the hosts: hosts = ["example.org"] in [agent].',
};

function unusedFix(policy: string, names: readonly string[]): Fix {
  const meant = nearestWord(policy, names);
  return meant === null
    ? advice(`Remove [external_tools.tools.${tomlString(policy)}], or correct its name.`)
    : toml(
        `# In place of [external_tools.tools.${tomlString(policy)}]:\n[external_tools.tools.${tomlString(meant)}]`,
      );
}

function reasons(tools: readonly RejectedTool[]): string {
  const shown = tools.slice(0, SHOWN).map(({ code, reason }) => `${code}: ${reason}`);
  const more = tools.length - shown.length;
  return `${shown.join(" ")}${more === 0 ? "" : ` And ${more} more.`}`;
}

function named(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
