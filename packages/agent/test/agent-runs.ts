import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMcpHost, type McpHostOptions } from "@perspt/host";
import { openJournal, readJournal } from "@perspt/journal";
import { agentCeiling, createAuthority } from "@perspt/kernel";
import { createModelRoute, type ModelRoute } from "@perspt/models";
import { onTestFinished } from "vitest";
import {
  type AgentEnd,
  type AgentEvent,
  type AgentOptions,
  type AgentStart,
  runAgent,
} from "../src/index.js";

export const SESSION = "s-1";

/** A directory that is gone when the test is over, links resolved. */
export function temporaryDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "perspt-agent-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export interface Project {
  readonly directory: string;
  /** State and candidates. */
  readonly home: string;
}

/** A project with these files: a repository with one commit, or a plain folder. */
export function project(
  files: Readonly<Record<string, string>>,
  kind: "repository" | "folder" = "repository",
): Project {
  const directory = join(temporaryDirectory(), "project");
  mkdirSync(directory);
  writeFiles(directory, files);
  if (kind === "repository") {
    git(directory, "init", "--quiet", "--initial-branch=main");
    git(directory, "add", "--all");
    git(directory, "commit", "--quiet", "--message", "start");
  }
  return { directory, home: temporaryDirectory() };
}

export function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

export function git(directory: string, ...words: readonly string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  return execFileSync("git", [...identity, ...words], { cwd: directory, encoding: "utf8" });
}

/** Every file of a tree with its text, the repository's own administration aside. */
export function filesIn(directory: string): Readonly<Record<string, string>> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => !path.startsWith(".git/"))
    .sort();
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(directory, path), "utf8")]),
  );
}

export interface AgentRun {
  readonly events: readonly AgentEvent[];
  readonly end: AgentEnd;
}

export interface RunWishes {
  readonly task: string;
  readonly verify?: readonly (readonly string[])[];
  readonly commands?: readonly (readonly string[])[];
  readonly route?: ModelRoute;
  readonly acceptance?: AgentOptions["acceptance"];
  readonly askAcceptance?: AgentOptions["askAcceptance"];
  readonly maxTurns?: number;
  readonly signal?: AbortSignal;
  readonly stop?: AbortSignal;
  readonly disk?: AgentOptions["disk"];
  readonly over?: Partial<McpHostOptions>;
}

/** A run of the agent in a project, as the program composes it. */
export function runIn(at: Project, wishes: RunWishes): Promise<AgentRun> {
  const { task, verify = [], maxTurns = 20 } = wishes;
  return drive(at, wishes, {
    kind: "task",
    session: SESSION,
    task,
    directory: at.directory,
    verify,
    maxTurns,
  });
}

/** Goes on with the project's session. */
export function resumeIn(at: Project, wishes: Omit<RunWishes, "task">): Promise<AgentRun> {
  return drive(at, wishes, { kind: "resume", session: SESSION, read: () => recorded(at) });
}

export function recorded({ home }: Project) {
  return readJournal({ stateDirectory: join(home, "state"), session: SESSION });
}

async function drive(
  { home }: Project,
  wishes: Omit<RunWishes, "task">,
  start: AgentStart,
): Promise<AgentRun> {
  const authority = createAuthority();
  const never = new AbortController().signal;
  const events: AgentEvent[] = [];
  const options: AgentOptions = {
    start,
    candidates: join(home, "candidates"),
    model: "rehearsal",
    route: wishes.route ?? createModelRoute({ provider: "rehearsal" }),
    contextTokens: null,
    acceptance: wishes.acceptance ?? { kind: "when_verified" },
    askAcceptance: wishes.askAcceptance ?? null,
    approvals: null,
    environment: process.env,
    ...(wishes.disk === undefined ? {} : { disk: wishes.disk }),
    signal: wishes.signal ?? never,
    stop: wishes.stop ?? never,
    openHost: ({ session, tree, localOperations, approvals }) =>
      createMcpHost({
        mode: "agent",
        servers: [],
        localOperations,
        authority,
        capability: authority.grant({
          version: 1,
          mode: "agent",
          ...agentCeiling([]),
          asksFrom: "high",
          paths: [{ provider: null, path: tree }],
          commands: wishes.commands ?? [],
          hosts: [],
          providers: null,
          callBudget: null,
          expiresAt: null,
        }),
        journal: {
          open: () =>
            openJournal({
              stateDirectory: join(home, "state"),
              session:
                start.kind === "resume"
                  ? { kind: "existing", id: session }
                  : {
                      kind: "new",
                      id: session,
                      header: {
                        persptVersion: "0.0.0",
                        mode: "agent",
                        workspace: tree,
                        configDigest: "",
                        protectedPaths: [join(home, "state")],
                      },
                    },
              secrets: [],
              clock: Date,
            }),
        },
        approvals,
        environment: process.env,
        workingDirectory: tree,
        workspace: tree,
        protectedPaths: [join(home, "state")],
        clientVersion: "0.0.0",
        ...wishes.over,
      }),
  };
  for await (const event of runAgent(options)) events.push(event);
  const last = events.at(-1);
  if (last?.type !== "ended") throw new Error("a run's last event is its end");
  return { events, end: last.end };
}
