import { JournalError, openJournal, type ResolvedRecord } from "@perspt/journal";
import { configuredSecrets } from "../../configured-secrets.js";
import type { Machine } from "../../machine/machine.js";
import { line, prose, span } from "../../output/blocks.js";
import { type CommandResult, type Failure, failed, success } from "../../output/command-result.js";
import { EXIT_CODES } from "../../output/exit-codes.js";
import { noDoubt, readCallNumber, VERDICT_TEXTS } from "./call-in-doubt.js";
import { journalFailure, readSession } from "./read-session.js";

type Verdict = ResolvedRecord["verdict"];

export interface ResolveInput {
  readonly session: string;
  /** Seq of the call's intent, as it was typed. */
  readonly seq: string;
  /** What was said of it: one, where the line is right. */
  readonly verdicts: readonly Verdict[];
  readonly note: string | null;
}

export interface ResolveContext {
  readonly machine: Pick<Machine, "files" | "environment" | "clock">;
  readonly configFile: string;
  readonly stateDirectory: string;
}

/** `perspt journal resolve`: a person's word on a call in doubt, appended to its session. */
export async function resolveCall(
  input: ResolveInput,
  context: ResolveContext,
): Promise<CommandResult> {
  const { session } = input;
  const wish = readWish(input);
  if (wish.kind === "misused") return failed(EXIT_CODES.usage, wish.failure);
  const read = readSession(context.stateDirectory, session);
  if (read.kind === "unreadable") return failed(EXIT_CODES.usage, read.failure);
  const doubt = read.reading.state.doubts.get(wish.seq);
  if (doubt === undefined) {
    return failed(EXIT_CODES.usage, noDoubt(read.reading, wish.seq));
  }
  const written = await append(input.session, wish, context);
  if (written.kind === "failed") return failed(EXIT_CODES.usage, written.failure);
  const { seq, pending } = written;
  return success({ session, intent: wish.seq, verdict: wish.verdict, seq, pending }, [
    line(
      span("Settled: ", "good"),
      `#${wish.seq} ${doubt.operation} of ${session}: ${VERDICT_TEXTS[wish.verdict]}.`,
    ),
    prose(
      pending === 0
        ? "Nothing else of that session is in doubt."
        : `Still in doubt there: ${pending}. \`perspt journal pending\` lists them.`,
    ),
  ]);
}

type Wish =
  | {
      readonly kind: "wish";
      readonly seq: number;
      readonly verdict: Verdict;
      readonly note: string;
    }
  | { readonly kind: "misused"; readonly failure: Failure };

function readWish({ seq, verdicts, note }: ResolveInput): Wish {
  const [verdict] = verdicts;
  const intent = readCallNumber(seq);
  if (intent.kind === "misused") return intent;
  if (verdict === undefined || verdicts.length > 1) {
    return misused(
      `Expected one of --did, --did-not and --unknown; got ${verdicts.length === 0 ? "none" : verdicts.length}.`,
      "Look whether the call had its effect, then say which it was; or --ask its server, if it became a task.",
    );
  }
  if (note === null) {
    return misused(
      "A resolution needs a note.",
      'Say how you know: --note "the row is there". It is kept with the session.',
    );
  }
  return { kind: "wish", seq: intent.seq, verdict, note };
}

function misused(message: string, hint: string): Wish {
  return { kind: "misused", failure: { code: "usage", message, hint } };
}

type Writing =
  | { readonly kind: "written"; readonly seq: number; readonly pending: number }
  | { readonly kind: "failed"; readonly failure: Failure };

async function append(
  session: string,
  { seq: intent, verdict, note }: Extract<Wish, { readonly kind: "wish" }>,
  { machine, configFile, stateDirectory }: ResolveContext,
): Promise<Writing> {
  try {
    const journal = await openJournal({
      stateDirectory,
      session: { kind: "existing", id: session },
      secrets: await configuredSecrets(machine, configFile),
      clock: machine.clock,
    });
    try {
      const { seq } = await journal.append({ type: "resolved", intent, verdict, note });
      return { kind: "written", seq, pending: journal.state.doubts.size };
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (error instanceof JournalError) return { kind: "failed", failure: journalFailure(error) };
    throw error;
  }
}
