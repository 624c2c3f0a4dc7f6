import { lagDuring, leastLag, MAX_LOOP_LAG } from "../measure/loop-lag.js";
import { percentile } from "../measure/percentile.js";
import { casesOf, type Proof, type ProofOptions, type ProofReport, repeats } from "../proof.js";
import { Random } from "../random.js";
import { startServer } from "../server-programs.js";
import { drawFrameCase, type FrameCase, type Road } from "./frame-case.js";
import { FrameLink } from "./frame-link.js";
import { connectToldServer, type Ending, httpEndpoint, stdioEndpoint } from "./told-server.js";

/** Cases; with one to three frames each they are a hundred thousand frames. */
const WHOLE = 63_000;
/** How many are under way at once: few over stdio, where the connection does not outlive much noise. */
const TOGETHER = { stdio: 12, http: 120 } as const;

const ROADS: readonly [Road, ...Road[]] = ["stdio", "stdio", "events", "json", "json"];

type OpenLink = () => Promise<FrameLink>;

/** Whatever bytes a server writes, every request ends, nothing is thrown, and what can go on goes on. */
export const frameProof: Proof = {
  name: "frames",
  about: "mutated frames on stdio lines, JSON bodies and event streams (S2, T13–T16, T29–T32)",
  async run(options) {
    const server = await startServer("writes-as-told");
    try {
      const endpoints = { stdio: stdioEndpoint(), http: httpEndpoint(server.url) };
      const run = new FrameRun(options);
      const [overStdio, overHttp] = drawCases(options);
      await run.carryAll(
        overStdio,
        TOGETHER.stdio,
        async () => new FrameLink(await connectToldServer(endpoints.stdio)),
      );
      await run.carryAll(
        overHttp,
        TOGETHER.http,
        async () => new FrameLink(await connectToldServer(endpoints.http)),
      );
      return run.report();
    } finally {
      await server.stop();
    }
  },
};

function drawCases(options: ProofOptions): readonly [readonly FrameCase[], readonly FrameCase[]] {
  const cases = casesOf(options, WHOLE).map((index) => {
    const road = ROADS[index % ROADS.length] ?? ROADS[0];
    return drawFrameCase(new Random(options.seed, index), index, road);
  });
  return [
    cases.filter(({ road }) => road === "stdio"),
    cases.filter(({ road }) => road !== "stdio"),
  ];
}

class FrameRun {
  readonly #options: ProofOptions;
  readonly #endings = new Map<string, number>();
  readonly #faults: string[] = [];
  readonly #lags: number[] = [];
  #longest = { lag: 0, where: "none" };
  #frames = 0;
  #links = 0;

  constructor(options: ProofOptions) {
    this.#options = options;
  }

  /** Opens a new connection whenever one is over, and carries again what was not sent on it. */
  async carryAll(cases: readonly FrameCase[], together: number, open: OpenLink): Promise<void> {
    let link = await this.#open(open);
    let waiting = cases;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, together);
      waiting = waiting.slice(together);
      const carrying = link;
      const { result: endings, lag } = await lagDuring(() => carrying.carry(batch));
      await this.#judgeLag(batch, lag, open);
      waiting = [...this.#note(batch, endings, link), ...waiting];
      if (link.isOver) {
        const fault = await link.faultOfEnd();
        if (fault !== null) this.#fault(`the link ended although ${fault}`, batch);
        await link.close();
        link = await this.#open(open);
      }
    }
    if (!(await link.stillAnswers()))
      this.#fault("what was left cannot be called", cases.slice(-1));
    await link.close();
  }

  report(): ProofReport {
    return {
      faults: this.#faults,
      figures: [
        { name: "frames written", value: this.#frames, unit: "", atMost: null },
        { name: "connections", value: this.#links, unit: "", atMost: null },
        ...[...this.#endings]
          .toSorted(([, one], [, other]) => other - one)
          .map(([name, value]) => ({ name, value, unit: "cases" as const, atMost: null })),
        {
          name: "event loop held, 99th percentile",
          value: percentile(this.#lags, 0.99),
          unit: "ms",
          atMost: null,
        },
        {
          name: `event loop held at most (${this.#longest.where})`,
          value: this.#longest.lag,
          unit: "ms",
          atMost: MAX_LOOP_LAG,
        },
      ],
    };
  }

  async #open(open: OpenLink): Promise<FrameLink> {
    this.#links += 1;
    return open();
  }

  async #judgeLag(batch: readonly FrameCase[], first: number, open: OpenLink): Promise<void> {
    const { lag } = await leastLag(first, async () => {
      const link = await open();
      await link.carry(batch);
      await link.close();
    });
    this.#lags.push(lag);
    if (lag > this.#longest.lag) this.#longest = { lag, where: this.#whereIs(batch) };
  }

  /** Returns the cases to carry again. */
  #note(
    batch: readonly FrameCase[],
    endings: readonly Ending[],
    link: FrameLink,
  ): readonly FrameCase[] {
    const again: FrameCase[] = [];
    for (const [index, one] of batch.entries()) {
      const { code, wasSent } = endings[index] ?? { code: "fault: no ending", wasSent: true };
      if (link.isOver && !wasSent) {
        again.push(one);
        continue;
      }
      this.#frames += one.order.frames.length;
      this.#endings.set(code, (this.#endings.get(code) ?? 0) + 1);
      if (this.#frames % 5000 < one.order.frames.length) {
        this.#options.progress(`${this.#frames} frames`);
      }
      const isLate = code === "timeout" && one.order.ending === "answer";
      if (code.startsWith("fault") || code === "client_fault" || isLate) this.#fault(code, [one]);
    }
    if (Object.hasOwn(Object.prototype, "polluted")) this.#fault("a prototype was changed", batch);
    return again;
  }

  #fault(what: string, cases: readonly FrameCase[]): void {
    this.#faults.push(`${what} (${this.#whereIs(cases)})`);
  }

  #whereIs(cases: readonly FrameCase[]): string {
    const commands = cases.map(({ index }) => repeats(frameProof, this.#options, index));
    return cases.length > 1 ? `${commands[0]} to ${cases.at(-1)?.index}` : `${commands[0]}`;
  }
}
