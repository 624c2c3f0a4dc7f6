import { ourStdio } from "../client/our-client.js";
import { compare } from "../measure/comparison.js";
import { holdContest } from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";
import { openBenchHost, REMOTE } from "./bench-host.js";

const CALLS = 8;
const MILLISECONDS = 100;

/** One turn of calls that touch nothing in common, on one server that takes its time with each. */
export const turns: Suite = {
  name: "host",
  async run(tell) {
    const bench = await openBenchHost();
    const { client } = await ourStdio()();
    const { signal } = new AbortController();
    const texts = Array.from({ length: CALLS }, (_, index) => `text ${index}`);
    try {
      await bench.call(REMOTE, { length: 40, text: "warm" });
      const contest = await holdContest(
        [
          {
            name: "governed",
            async run() {
              const outcomes = await bench.host.callTurn(
                texts.map((text) => ({
                  operation: REMOTE,
                  arguments: {
                    kind: "value",
                    value: { length: 40, text, milliseconds: MILLISECONDS },
                  },
                  signal,
                })),
              );
              for (const { outcome } of outcomes) {
                if (outcome.kind !== "completed") throw new Error(JSON.stringify(outcome));
              }
            },
          },
          {
            name: "ungoverned",
            run: () => Promise.all(texts.map(() => client.call(40, MILLISECONDS))),
          },
        ],
        { rounds: 20, warmUp: 2 },
      );
      const aim = { of: "median", in: "milliseconds", atMost: 250 } as const;
      const task = "8 calls of 100 ms in one turn";
      tell(compare(contest, { task, subject: "governed", peer: "ungoverned", aim }));
    } finally {
      await client.close();
      await bench.close();
    }
  },
};
