import { startLeanServer } from "../lean-server.js";
import { type Aim, type Comparison, compare } from "../measure/comparison.js";
import {
  type Contender,
  type ContestRules,
  type ContestTimes,
  holdContest,
} from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";
import { bareHttp, bareStdio } from "./bare-client.js";
import { ourHttp, ourStdio } from "./our-client.js";
import { sdkHttp, sdkStdio, sdkStdioAsShipped } from "./sdk-client.js";
import type { Connect, WireClient } from "./wire-client.js";

const OURS = "ours";
const SDK = "SDK";
const BARE = "bare";
const NO_SLOWER: Aim = { of: "median", in: "ratio", atMost: 1 };

const SMALL = 40;
const LARGE = 256 * 1024;

/** Ways to connect to the same server program, by contender. */
type Connects = Readonly<Record<string, Connect>>;

interface CallCase extends ContestRules {
  readonly task: string;
  readonly length: number;
  /** Calls under way at once; one sample is all of them. */
  readonly parallel: number;
}

const CALLS: readonly CallCase[] = [
  { task: "one small call", length: SMALL, parallel: 1, rounds: 2000, warmUp: 300 },
  { task: "100 small calls at once", length: SMALL, parallel: 100, rounds: 200, warmUp: 30 },
  { task: "one 256 KiB call", length: LARGE, parallel: 1, rounds: 300, warmUp: 30 },
  { task: "100 256 KiB calls at once", length: LARGE, parallel: 100, rounds: 10, warmUp: 2 },
];

export const stdioCalls: Suite = {
  name: "client-stdio",
  run: (tell) => callSuite({ [OURS]: ourStdio(), [SDK]: sdkStdio(), [BARE]: bareStdio }, tell),
};

export const httpCalls: Suite = {
  name: "client-http",
  run: (tell) => withHttp((connects) => callSuite(connects, tell)),
};

/** Connect and list 50 tools, and close again: of each a whole life of a connection. */
export const connections: Suite = {
  name: "client-connect",
  async run(tell) {
    const rules = { rounds: 30, warmUp: 3 };
    await connectSuite(
      "stdio, connect and list",
      {
        [OURS]: ourStdio(),
        [SDK]: sdkStdio(),
        [SDK_AS_SHIPPED]: sdkStdioAsShipped(),
        [BARE]: bareStdio,
      },
      rules,
      tell,
    );
    await withHttp((connects) =>
      connectSuite("HTTP, connect and list", connects, { rounds: 200, warmUp: 20 }, tell),
    );
  },
};

const SDK_AS_SHIPPED = "SDK as shipped";

async function withHttp(run: (connects: Connects) => Promise<void>): Promise<void> {
  const server = await startLeanServer();
  const { url } = server;
  try {
    await run({ [OURS]: ourHttp(url), [SDK]: sdkHttp(url), [BARE]: bareHttp(url) });
  } finally {
    await server.stop();
  }
}

async function callSuite(
  connects: Connects,
  tell: (comparison: Comparison) => void,
): Promise<void> {
  const clients: [string, WireClient][] = [];
  for (const [name, connect] of Object.entries(connects)) {
    clients.push([name, (await connect()).client]);
  }
  try {
    for (const { task, length, parallel, ...rules } of CALLS) {
      const contenders = clients.map(([name, client]) => calling(name, client, length, parallel));
      tellAll(task, await holdContest(contenders, rules), tell);
    }
  } finally {
    for (const [, client] of clients) await client.close();
  }
}

function calling(name: string, client: WireClient, length: number, parallel: number): Contender {
  return {
    name,
    async run() {
      const calls = Array.from({ length: parallel }, () => client.call(length));
      for (const got of await Promise.all(calls)) {
        if (got !== length) throw new Error(`${name} got ${got} characters of ${length}`);
      }
    },
  };
}

async function connectSuite(
  task: string,
  connects: Connects,
  rules: ContestRules,
  tell: (comparison: Comparison) => void,
): Promise<void> {
  const contenders = Object.entries(connects).map(([name, connect]) => {
    let open: WireClient | null = null;
    return {
      name,
      async run() {
        const { client, tools } = await connect();
        if (tools !== 50) throw new Error(`${name} lists ${tools} tools of 50`);
        open = client;
      },
      async after() {
        await open?.close();
      },
    };
  });
  tellAll(task, await holdContest(contenders, rules), tell);
}

function tellAll(
  task: string,
  contest: ContestTimes,
  tell: (comparison: Comparison) => void,
): void {
  for (const peer of contest.keys()) {
    if (peer === OURS) continue;
    const aim = peer === SDK ? NO_SLOWER : undefined;
    tell(compare(contest, { task, subject: OURS, peer, aim }));
  }
}
