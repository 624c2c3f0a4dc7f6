import type { ServerConfig } from "@perspt/config";
import type { JournalReading } from "@perspt/journal";
import { type PolicyReplay, type PolicyVerdict, replayUnderPolicy } from "@perspt/session";
import { type Block, line, prose, span, table } from "../../output/blocks.js";
import { type CommandResult, success } from "../../output/command-result.js";

export interface PolicyTrialInput {
  readonly reading: JournalReading;
  /** The file that the policies are of. */
  readonly file: string;
  readonly servers: readonly ServerConfig[];
}

/** `perspt replay SESSION --policy FILE`: which recorded decisions another policy would have made otherwise. Connects to nothing. */
export function replayPolicy({ reading, file, servers }: PolicyTrialInput): CommandResult {
  const { session } = reading;
  const policies = new Map(servers.map(({ id, policies: tools }) => [id, tools]));
  const calls = replayUnderPolicy(reading, policies);
  const differing = calls.filter(({ now }) => now.kind !== "same");
  return success(
    { session, policy: file, calls: calls.length, differing: differing.map(document) },
    blocks(session, calls, differing),
  );
}

function document({ seq, operation, recorded, now }: PolicyReplay) {
  const because = now.kind === "same" ? null : now.because;
  return { seq, operation, recorded, now: verdictText(now), because };
}

function verdictText(now: PolicyVerdict): string {
  return now.kind === "undecidable" ? "undecidable" : now.verdict;
}

function blocks(
  session: string,
  calls: readonly PolicyReplay[],
  differing: readonly PolicyReplay[],
): readonly Block[] {
  const count = calls.length === 1 ? "1 call" : `${calls.length} calls`;
  const summary = differing.length === 0 ? "all as recorded" : `${differing.length} otherwise`;
  return [
    line(span(session, "strong"), `  ${count} under the other policy: ${summary}`),
    ...(differing.length === 0
      ? []
      : [
          table(
            [
              { title: "#", align: "right" },
              { title: "operation" },
              { title: "recorded" },
              { title: "now", tone: () => "warning" },
            ],
            differing.map(({ seq, operation, recorded, now }) => [
              String(seq),
              operation,
              recorded,
              verdictText(now),
            ]),
          ),
          ...differing.map(({ seq, now }) =>
            prose(`#${seq}: ${now.kind === "same" ? "" : now.because}`, { indent: 2, tone: "dim" }),
          ),
        ]),
  ];
}
