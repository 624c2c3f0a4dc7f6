import { decide } from "@perspt/kernel";
import { expect, test } from "vitest";
import { decideFlip, FLIPS, identityOf, READER } from "./flips.js";
import { CHAT_GRANT, GRANT, PROPOSAL, SNAPSHOT } from "./scenario.js";

const passes = (decision: ReturnType<typeof decide>) =>
  decision.trace.map(({ because, inputs }) => `${because} ${JSON.stringify(inputs)}`).join("\n");

test("every pass says what held, with what it was read from", () => {
  expect(passes(decide(SNAPSHOT, PROPOSAL))).toMatchInlineSnapshot(`
    "The operation is bound, and the catalog is the one that the proposal saw. {"proposedEpoch":"3","currentEpoch":"3"}
    The server "docs" and its policy are the ones proposed and granted. {"proposedEndpointIdentity":"sha256:endpoint","currentEndpointIdentity":"sha256:endpoint","proposedPolicyDigest":"sha256:policy","currentPolicyDigest":"sha256:policy"}
    The tool's definition is the one that was proposed. {"proposedToolDigest":"sha256:tool","currentToolDigest":"sha256:tool"}
    The grant holds the effect data_write. {}
    The effect data_write is not reserved. {}
    The grant has not expired. {"now":"1000","expiresAt":"2000"}
    4 of the 5 calls of the grant are spent. {"callBudget":"5","callsSpent":"4"}
    The risk medium is within the grant's limit, high for the effect data_write. {}
    The ceiling of chat does not bind the agent. {}
    Every bound path is inside the granted directories: "/proj". {"argumentsDigest":"sha256:arguments"}
    Every bound command starts with a granted prefix: "npm test". {"argumentsDigest":"sha256:arguments"}
    Every bound URL goes to a granted host: "example.test:443", "example.test:80". {"argumentsDigest":"sha256:arguments"}
    Every argument that the policy's footprint and bindings name is there. {"argumentsDigest":"sha256:arguments"}
    The call touches no protected path. {"argumentsDigest":"sha256:arguments"}
    The call conflicts with no call whose effect is in doubt. {"argumentsDigest":"sha256:arguments"}
    Nobody has denied the call. {}
    The risk medium runs without asking. {}"
  `);
});

test("a pass of what is not limited, not bound or not asked for says that", () => {
  const free = { ...GRANT, expiresAt: null, callBudget: null, providers: null } as const;
  expect(
    passes(decide({ ...SNAPSHOT, grant: free }, { ...PROPOSAL, ...READER })),
  ).toMatchInlineSnapshot(`
    "The operation is bound, and the catalog is the one that the proposal saw. {"proposedEpoch":"3","currentEpoch":"3"}
    The server "docs" and its policy are the ones proposed; the grant is tied to no identity. {"proposedEndpointIdentity":"sha256:endpoint","currentEndpointIdentity":"sha256:endpoint","proposedPolicyDigest":"sha256:policy","currentPolicyDigest":"sha256:policy"}
    The tool's definition is the one that was proposed. {"proposedToolDigest":"sha256:tool","currentToolDigest":"sha256:tool"}
    The grant holds the effect search. {}
    The effect search is not reserved. {}
    The grant has no end in time. {}
    The grant does not count calls. {}
    The risk medium is within the grant's limit, high for the effect search. {}
    The ceiling of chat does not bind the agent. {}
    The policy binds no path. {}
    The policy binds no command. {}
    The policy binds no URL. {}
    Every argument that the policy's footprint and bindings name is there. {"argumentsDigest":"sha256:arguments"}
    The call touches no protected path. {"argumentsDigest":"sha256:arguments"}
    The call conflicts with no call whose effect is in doubt. {"argumentsDigest":"sha256:arguments"}
    Nobody has denied the call. {}
    The risk medium runs without asking. {}"
  `);
});

test("chat's passes name its ceiling, and a listing has no arguments yet", () => {
  const listed = { ...PROPOSAL, ...READER, risk: "low", arguments: null } as const;
  expect(passes(decide({ ...SNAPSHOT, grant: CHAT_GRANT }, listed))).toMatchInlineSnapshot(`
    "The operation is bound, and the catalog is the one that the proposal saw. {"proposedEpoch":"3","currentEpoch":"3"}
    The server "docs" and its policy are the ones proposed and granted. {"proposedEndpointIdentity":"sha256:endpoint","currentEndpointIdentity":"sha256:endpoint","proposedPolicyDigest":"sha256:policy","currentPolicyDigest":"sha256:policy"}
    The tool's definition is the one that was proposed. {"proposedToolDigest":"sha256:tool","currentToolDigest":"sha256:tool"}
    The grant holds the effect search. {}
    The effect search is not reserved. {}
    The grant has not expired. {"now":"1000","expiresAt":"2000"}
    4 of the 5 calls of the grant are spent. {"callBudget":"5","callsSpent":"4"}
    The risk low is within the grant's limit, medium for the effect search. {}
    The effect search at the risk low is within the ceiling of chat. {}
    A listing has no arguments to look at yet. {}
    A listing has no arguments to look at yet. {}
    A listing has no arguments to look at yet. {}
    A listing has no arguments to look at yet. {}
    A listing has no arguments to look at yet. {}
    A listing has no arguments to look at yet. {}
    Nobody has denied the call. {}
    The risk low runs without asking. {}"
  `);
});

test("what is asked for says from which risk on, and what would be an approval", () => {
  const asking = { ...SNAPSHOT, grant: { ...GRANT, asksFrom: "medium" } } as const;
  const { effect, rule, because, nearestAllow, trace } = decide(asking, PROPOSAL);
  expect([effect, rule, because, nearestAllow, trace.at(-1)?.because]).toEqual([
    "ask",
    "needs_approval",
    "The risk medium is asked for: the grant asks from medium upwards.",
    "An approval of exactly these arguments.",
    "The risk medium needs an approval, and there is somebody to ask.",
  ]);
});

test("a deny shows what was compared: an unbound operation, and the identity that was granted", () => {
  const inputsOf = (decision: ReturnType<typeof decide>, check: string) =>
    decision.trace.find((entry) => entry.check === check)?.inputs;
  const unbound = decide({ ...SNAPSHOT, binding: null }, PROPOSAL);
  expect(inputsOf(unbound, "stale_binding")).toEqual({
    proposedEpoch: "3",
    currentEpoch: "unbound",
  });
  const granted = (providers: typeof GRANT.providers) =>
    inputsOf(decide({ ...SNAPSHOT, grant: { ...GRANT, providers } }, PROPOSAL), "identity_changed");
  const compared = {
    proposedEndpointIdentity: "sha256:endpoint",
    currentEndpointIdentity: "sha256:endpoint",
    proposedPolicyDigest: "sha256:policy",
    currentPolicyDigest: "sha256:policy",
  };
  expect(granted([])).toEqual({ ...compared, grantedEndpointIdentity: "none" });
  const before = { ...identityOf(), endpointIdentity: "sha256:before" };
  expect(granted([before])).toEqual({ ...compared, grantedEndpointIdentity: "sha256:before" });
  const late = decide({ ...SNAPSHOT, now: 3_000 }, PROPOSAL);
  expect(inputsOf(late, "expired")).toEqual({ now: "3000", expiresAt: "2000" });
  const spent = decide({ ...SNAPSHOT, callsSpent: 7 }, PROPOSAL);
  expect(inputsOf(spent, "call_budget")).toEqual({ callBudget: "5", callsSpent: "7" });
});

test("every deny says what was wrong and what would have to change, in whole sentences", () => {
  const sentences = FLIPS.flatMap((flip) => {
    const { because, nearestAllow } = decideFlip(flip);
    return [`${flip.code}: ${flip.name}`, `  ${because}`, `  -> ${nearestAllow}`];
  }).join("\n");
  expect(sentences).toMatchInlineSnapshot(`
    "stale_binding: the tool was removed (T43)
      The operation "mcp.docs.publish" is bound no longer: its server withdrew it, or it was not admitted again.
      -> The server lists the tool again and the policy admits it.
    stale_binding: the catalog changed (T43)
      The proposal was made under epoch 3 of the catalog, and now it is epoch 4.
      -> The call is proposed again from the current catalog.
    identity_changed: the endpoint changed (T05)
      The server "docs" or its policy is not the one that the proposal was made for.
      -> The call is proposed again for the server and policy as they are configured now.
    identity_changed: the policy changed (T05)
      The server "docs" or its policy is not the one that the proposal was made for.
      -> The call is proposed again for the server and policy as they are configured now.
    identity_changed: the grant was made for another server (T53)
      The grant was not made for the server "records" as it is configured now.
      -> A new session, whose grant is made from the configuration as it is now.
    identity_changed: the grant was made for another endpoint of the server (T05)
      The grant was made for another endpoint or policy of the server "docs".
      -> A new session, whose grant is made from the configuration as it is now.
    identity_changed: the grant was made for another policy of the server (T05)
      The grant was made for another endpoint or policy of the server "docs".
      -> A new session, whose grant is made from the configuration as it is now.
    definition_changed: the definition changed (T42)
      The tool's definition is not the one that the proposal was made for.
      -> The call is proposed again, after a look at what the server changed in the tool.
    definition_changed: the grant was made for another definition (T53)
      The tool's definition is not among those that the grant was made for.
      -> A new session, whose grant is made for the definitions as they are now.
    effect_not_granted: the effect is not granted
      The grant does not hold the effect data_write; it holds search.
      -> A grant that holds the effect data_write.
    reserved_effect: the effect is a reserved word
      The effect update_policy is a reserved word: this version of Perspt performs it for nobody.
      -> A policy that names the effect which the tool really has, if it is another.
    expired: the grant expired
      The grant expired at 2000 ms since the epoch, and it is 2000 ms now.
      -> A new session with a new grant.
    call_budget: the budget is spent
      The grant's budget of 5 calls is spent.
      -> A grant with a larger call budget.
    risk_above_ceiling: the risk is above the ceiling
      The risk medium is above the grant's limit, low for the effect data_write.
      -> A policy that honestly gives the operation the risk low or a lower one.
    risk_above_ceiling: the risk is above the ceiling of chat, and no list of critical effects helps there
      The risk critical is above the grant's limit, medium for the effect data_write.
      -> A policy that honestly gives the operation the risk medium or a lower one.
    effect_not_granted: the effect is not granted to chat
      The grant does not hold the effect data_write; it holds read_file, search, list, data_read, git_read, lsp_query and 3 more.
      -> The operation is called by the agent: chat reads and never has the effect data_write.
    risk_above_ceiling: the risk is critical and the effect not named for it
      The risk critical is above the grant's limit, high for the effect data_write.
      -> critical_effects in the [agent] table names data_write; the call is then asked for.
    chat_ceiling: chat would write, whatever its grant says (T54)
      Chat reads and changes nothing, and data_write is not a read-only effect.
      -> The operation is called by the agent; no setting widens chat.
    chat_ceiling: chat would read at high risk, whatever its grant says (T54)
      Chat calls nothing above the risk medium, and this is high.
      -> A policy that honestly gives the operation the risk medium or a lower one; no setting widens chat.
    path_out_of_scope: a path lies outside (T55)
      The path "/proj-evil/guide.md" in "file" is outside the granted directories: "/proj".
      -> A path inside the granted directories: "/proj".
    path_out_of_scope: a path has two readings (T73)
      The path "docs\\\\..\\\\..\\\\etc" in "file" holds a backslash.
      -> A plain absolute path inside the granted directories: "/proj".
    path_out_of_scope: a path is a link to the outside (T73)
      The path "docs/guide.md" in "file" is a link to "/etc/passwd", outside the granted directories: "/proj".
      -> A path inside the granted directories: "/proj".
    path_out_of_scope: a path turns back after a link (T73)
      The path "link/../docs/guide.md" in "file" leaves the link "/proj/link" by "..", so it is not where it seems to be.
      -> A path without .. after a link.
    path_out_of_scope: no path is granted
      The path "docs/guide.md" in "file" is outside the granted directories: none.
      -> A grant with a directory for this provider: roots of the server in chat, the workspace of the agent.
    path_out_of_scope: paths are granted to another provider
      The path "docs/guide.md" in "file" is outside the granted directories: none.
      -> A grant with a directory for this provider: roots of the server in chat, the workspace of the agent.
    command_out_of_scope: a command has another prefix
      The command "npm tests" in "check" starts with no granted prefix: "npm test".
      -> A command that starts with a granted prefix ("npm test"), or a longer list in commands of the [agent] table.
    command_out_of_scope: a command needs a shell (T02)
      The command "npm test; id" in "check" is not plain words with single spaces, so it cannot be told what a shell would run.
      -> A command that starts with a granted prefix ("npm test"), or a longer list in commands of the [agent] table.
    command_out_of_scope: no command is granted
      The command "npm test -- guide" in "check" starts with no granted prefix: none.
      -> A command that starts with a granted prefix (none), or a longer list in commands of the [agent] table.
    network_out_of_scope: a URL goes to another host
      The URL in "target" goes to "example.test.evil.test:443", which is not a granted host: "example.test:443", "example.test:80".
      -> A URL of a granted host ("example.test:443", "example.test:80"), or a longer list in hosts of the [agent] table.
    network_out_of_scope: a URL has a user part
      The URL in "target" is not an http or https URL with a plain host.
      -> A URL of a granted host ("example.test:443", "example.test:80"), or a longer list in hosts of the [agent] table.
    network_out_of_scope: no host is granted
      The URL in "target" goes to "example.test:443", which is not a granted host: none.
      -> A URL of a granted host (none), or a longer list in hosts of the [agent] table.
    footprint_unresolved: a footprint argument is null (T48)
      The policy's footprint or bindings need the argument "page", and it is null.
      -> Arguments in which "page" is text of the kind that the policy says.
    footprint_unresolved: a bound argument is of another type (T48)
      The policy's footprint or bindings need the argument "check", and it is not text.
      -> Arguments in which "check" is text of the kind that the policy says.
    protected_path: the policy's own files are touched (T07)
      The call would touch "/proj/.state/journal", and "/proj/.state" is protected: no call may reach it.
      -> A path outside the protected places; what lies there is changed by hand.
    protected_path: a git hook is touched (T07)
      The call would touch "/proj/.git/hooks/pre-commit", and ".git/hooks" is protected: no call may reach it.
      -> A path outside the protected places; what lies there is changed by hand.
    protected_path: a link leads to a protected place (T07, T73)
      The call would touch "/home/user/.config/perspt/config.toml", and "/home/user/.config/perspt" is protected: no call may reach it.
      -> A path outside the protected places; what lies there is changed by hand.
    protected_path: a literal resource is spelled like a protected place (T07)
      The call would touch "/proj/.state/x", and "/proj/.state" is protected: no call may reach it.
      -> A path outside the protected places; what lies there is changed by hand.
    unsettled: a call that writes the same page is in doubt
      The call conflicts with the call of intent 12, whose effect is in doubt.
      -> The doubt about intent 12 is settled first; perspt journal show tells what is known of it.
    approval_denied: somebody denied it
      The person who was asked said no.
      -> An approval of exactly these arguments.
    approval_denied: a flag denies it
      A flag denies every ask.
      -> An approval of exactly these arguments.
    nobody_to_ask: it asks, and nobody is there
      The risk medium needs an approval, and there is nobody to ask.
      -> Somebody to ask: a terminal, or --yes where the command has it."
  `);
});
