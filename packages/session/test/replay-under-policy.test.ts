import { expect, test } from "vitest";
import { replayUnderPolicy } from "../src/index.js";
import { fixtureServers, policiesOf, record } from "./recorded-sessions.js";

const echo = (risk: string, selectors = "[]") => `
[external_tools.tools.echo]
effect = "search"
risk = "${risk}"
footprint = { selectors = ${selectors} }
`;
const SCOPED =
  '[{ kind = "scoped_argument", family = "words", field = "message", access = "read" }]';

async function recordedEcho(message = "one", secrets: readonly string[] = []) {
  return record({
    servers: fixtureServers("toolbox", echo("low")),
    secrets,
    async run(_host, call) {
      await call("mcp.t.echo", { message });
    },
  });
}

test("the policy of the day says the same", async () => {
  const reading = await recordedEcho();
  expect(replayUnderPolicy(reading, policiesOf(echo("low")))).toMatchObject([
    {
      operation: "mcp.t.echo",
      recorded: "allow: risk_runs",
      now: { kind: "same", verdict: "allow: risk_runs" },
    },
  ]);
});

test("a stricter policy shows what it would have stopped, and why", async () => {
  const reading = await recordedEcho();
  const verdicts = (tools: string) =>
    replayUnderPolicy(reading, policiesOf(tools)).map(({ now }) => now);
  expect(verdicts(echo("high"))).toMatchObject([
    { kind: "different", verdict: "deny: nobody_to_ask" },
  ]);
  expect(verdicts(echo("critical"))).toMatchObject([
    { kind: "different", verdict: "not admitted: risk_above_ceiling" },
  ]);
  expect(verdicts("")).toMatchObject([
    { kind: "different", verdict: "not admitted: undeclared_tool" },
  ]);
});

test("a policy that looks at a redacted value cannot be decided from the record, and says so", async () => {
  const reading = await recordedEcho("the key is correct-horse-battery", ["correct-horse-battery"]);
  const [verdict] = replayUnderPolicy(reading, policiesOf(echo("low", SCOPED)));
  expect(verdict?.now).toEqual({
    kind: "undecidable",
    because: 'The value of "message" is redacted in the record.',
  });
});
