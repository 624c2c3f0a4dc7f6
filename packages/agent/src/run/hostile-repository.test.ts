import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { filesIn, git, project, runIn, temporaryDirectory } from "../../test/agent-runs.js";

const HOOKS = [
  "applypatch-msg",
  "commit-msg",
  "fsmonitor-watchman",
  "post-checkout",
  "post-commit",
  "post-index-change",
  "post-merge",
  "pre-auto-gc",
  "pre-commit",
  "reference-transaction",
];
const SETTINGS = [
  "core.fsmonitor",
  "core.pager",
  "pager.status",
  "pager.diff",
  "pager.log",
  "core.editor",
  "core.askPass",
  "core.sshCommand",
  "core.alternateRefsCommand",
  "credential.helper",
  "diff.external",
  "diff.evil.command",
  "diff.evil.textconv",
  "filter.evil.clean",
  "filter.evil.smudge",
  "filter.evil.process",
  "filter.a=b.clean",
  "gpg.program",
  "merge.evil.driver",
  "sequence.editor",
];
const ATTRIBUTES = "*.txt filter=evil diff=evil merge=evil\n*.md filter=a=b\n";

describe("a hostile repository's run from its task to its acceptance", () => {
  test("starts no program that its configuration, attributes or hooks name (T04, T07)", async () => {
    const at = project({ "a.txt": "1\n", "b.md": "1\n", ".gitattributes": ATTRIBUTES });
    const { directory } = at;
    const elsewhere = temporaryDirectory();
    const [canary, trace] = [join(elsewhere, "canary"), join(elsewhere, "ran")];
    writeFileSync(canary, `#!/bin/sh\necho "$0 $*" >> ${trace}\ncat\n`);
    chmodSync(canary, 0o755);
    for (const hook of HOOKS) {
      writeFileSync(join(directory, ".git/hooks", hook), `#!/bin/sh\nexec ${canary} ${hook}\n`);
      chmodSync(join(directory, ".git/hooks", hook), 0o755);
    }
    const included = join(elsewhere, "config");
    writeFileSync(included, `[filter "late"]\n\tclean = ${canary} late\n\trequired = true\n`);
    for (const key of SETTINGS) git(directory, "config", key, `${canary} ${key}`);
    for (const name of ["status", "diff", "log", "ls-files", "worktree", "read-tree"]) {
      git(directory, "config", `alias.${name}`, `!${canary} alias`);
    }
    git(directory, "config", "log.showSignature", "true");
    git(directory, "config", "include.path", included);
    writeFileSync(join(directory, ".git/info/attributes"), "*.js filter=late\n");
    writeFileSync(join(directory, "c.js"), "1\n");
    writeFileSync(join(directory, "b.md"), "2\n");
    const administration = Object.keys(filesIn(join(directory, ".git")));

    const run = await runIn(at, {
      task: [
        'call git_status {"path":"."}',
        'call git_diff {"path":"."}',
        'call git_log {"path":"."}',
        'call write {"path":"a.txt","content":"2\\n"}',
        'call write {"path":"c.js","content":"2\\n"}',
        'call git_diff {"path":"a.txt"}',
        'call git_status {"path":"."}',
      ].join("\n"),
      verify: [[process.execPath, "-e", ""]],
    });

    const outcomes = run.events.flatMap((each) =>
      each.type === "loop" && each.event.type === "activity_ended" ? [each.event.outcome] : [],
    );
    expect(outcomes).toEqual(Array.from({ length: 7 }, () => "completed"));
    expect(run.end.kind).toBe("accepted");
    expect(filesIn(directory)).toEqual({
      ".gitattributes": ATTRIBUTES,
      "a.txt": "2\n",
      "b.md": "2\n",
      "c.js": "2\n",
    });
    expect(existsSync(trace)).toBe(false);
    expect(Object.keys(filesIn(join(directory, ".git")))).toEqual(administration);
    expect(readdirSync(join(at.home, "candidates"))).toEqual([]);
  });
});

const SECRETS = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "GITHUB_TOKEN",
  "NODE_OPTIONS",
  "PERSPT_CONFIG",
  "PERSPT_STATE_DIR",
  "GIT_DIR",
  "GIT_CONFIG_PARAMETERS",
  "npm_config__authToken",
  "SSH_AUTH_SOCK",
];

test("neither a command of the model's nor one of the verifier's has a secret of the person's environment (T08)", async () => {
  const at = project({
    "check.mjs": `const found = Object.entries(process.env).filter(([name, value]) => value === "canary" || ${JSON.stringify(SECRETS)}.includes(name));
console.log("found: " + JSON.stringify(found));
process.exit(found.length);
`,
  });
  for (const name of SECRETS) vi.stubEnv(name, name.startsWith("NODE") ? "" : "canary");
  onTestFinished(() => void vi.unstubAllEnvs());
  const command = [process.execPath, "check.mjs"];
  const { end, events } = await runIn(at, {
    task: [
      `call run ${JSON.stringify({ argv: command })}`,
      'call write {"path":"new.txt","content":"n"}',
    ].join("\n"),
    commands: [command],
    verify: [command],
  });
  const outcomes = events.flatMap((each) =>
    each.type === "loop" && each.event.type === "activity_ended" ? [each.event.outcome] : [],
  );
  expect(outcomes).toEqual(["completed", "completed"]);
  expect(end.kind).toBe("accepted");
});
