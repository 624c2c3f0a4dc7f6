import { excerpt } from "../excerpt.js";
import { McpClientError } from "../mcp-client-error.js";
import {
  checkCalls,
  checkCleanOutput,
  checkUnknownMethod,
  checkUnknownTool,
  checkUnknownVersion,
} from "./check-answers.js";
import { checkCacheHints, checkLists, checkToolDefinitions } from "./check-catalog.js";
import { connectOver, DEFAULT_TIMEOUT_MS } from "./connect-to-server.js";
import {
  type CheckContext,
  type ExpectedCall,
  judged,
  passed,
  type ServerCheck,
  type ServerCheckName,
  type ServerFinding,
  skipped,
} from "./server-check.js";
import type { ServerTarget } from "./server-target.js";
import { startServer } from "./start-server.js";

/** What `checkServer` does beyond discovery and listing. */
export interface CheckServerOptions {
  /** Calls to make. The server is real, and so is what they do. */
  readonly calls?: readonly ExpectedCall[];
  /** Deadline of each request, and of a program to listen, in milliseconds; ten seconds unless given. */
  readonly timeoutMs?: number;
}

/** What a server keeps of the protocol, as far as was looked. */
export interface ServerCheckReport {
  /** Every check in its order, also those that were skipped. */
  readonly checks: readonly ServerCheck[];
  /** Everything that is wrong, each sentence after the name of its check. Empty where the server conforms as far as was looked. */
  readonly problems: readonly string[];
}

type Check = (context: CheckContext) => Promise<ServerFinding> | ServerFinding;

/** After discovery, in this order; what came where it should not is known last. */
const CHECKS: readonly (readonly [ServerCheckName, Check])[] = [
  ["lists", checkLists],
  ["cache_hints", checkCacheHints],
  ["tool_definitions", checkToolDefinitions],
  ["calls", checkCalls],
  ["unknown_tool", checkUnknownTool],
  ["unknown_method", checkUnknownMethod],
  ["unknown_version", checkUnknownVersion],
  ["clean_output", checkCleanOutput],
];

/**
 * Starts a server and looks whether it keeps to 2026-07-28 in what every client meets: discovery, lists, calls and errors. A test ends with
 * `expect((await checkServer(target)).problems).toEqual([])`. A stdio program is started once for the client and once for each request
 * that the client would not send. Never rejects for what the server does; nothing of it is left running.
 */
export async function checkServer(
  target: ServerTarget,
  { calls = [], timeoutMs = DEFAULT_TIMEOUT_MS }: CheckServerOptions = {},
): Promise<ServerCheckReport> {
  const checks = await runChecks(target, calls, timeoutMs);
  return { checks, problems: checks.flatMap(problemsOf) };
}

async function runChecks(
  target: ServerTarget,
  calls: readonly ExpectedCall[],
  timeoutMs: number,
): Promise<readonly ServerCheck[]> {
  const checks: ServerCheck[] = [];
  try {
    const started = await startServer(target, timeoutMs);
    const server = await connectOver(started, { timeoutMs });
    checks.push({ name: "discover", finding: passed });
    const context = { server, transport: started.transport, calls, timeoutMs };
    for (const [name, check] of CHECKS) {
      checks.push({ name, finding: await run(check, context) });
    }
    await server.stop();
    return checks;
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    const unusable = skipped("The server cannot be used.");
    return [
      { name: "discover", finding: judged([sentences(error)]) },
      ...CHECKS.map(([name]) => ({ name, finding: unusable })),
    ];
  }
}

/** A check that cannot be made, because the server fails what it rests on, has failed. */
async function run(check: Check, context: CheckContext): Promise<ServerFinding> {
  try {
    return await check(context);
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    return judged([error.message]);
  }
}

/** The hint of a program that ended quotes what it wrote already. */
function sentences({ code, message, hint, stderrTail }: McpClientError): string {
  const written = stderrTail.trim();
  const isTold = written === "" || (code === "server_exited" && hint?.includes("wrote") === true);
  return [message, hint, isTold ? null : `It wrote: ${excerpt(written)}`]
    .filter((part) => part !== null)
    .join(" ");
}

function problemsOf({ name, finding }: ServerCheck): readonly string[] {
  return finding.kind === "failed" ? finding.problems.map((text) => `${name}: ${text}`) : [];
}
