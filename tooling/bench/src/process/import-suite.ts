import { startLeanServer } from "../lean-server.js";
import { compare } from "../measure/comparison.js";
import { type Contender, holdContest } from "../measure/contest.js";
import type { Suite } from "../measure/suite.js";
import { moduleProcess } from "./node-process.js";

const OURS = "ours";
const SDK = "SDK";
const FLOOR = "bare";

/** What the package costs a program that starts with it, as installed: in processes of their own, from start to end. */
export const clientImport: Suite = {
  name: "client-import",
  async run(tell) {
    const server = await startLeanServer();
    try {
      const tasks: readonly (readonly [string, readonly Contender[]])[] = [
        ["import", importing()],
        ["import, connect and list over HTTP", connecting(server.url)],
      ];
      for (const [task, contenders] of tasks) {
        const rules = { rounds: 40, warmUp: 3, work: "elsewhere" } as const;
        const contest = await holdContest(contenders, rules);
        const aim = { of: "median", in: "ratio", atMost: 1 } as const;
        tell(compare(contest, { task, subject: OURS, peer: SDK, aim }));
        tell(compare(contest, { task, subject: OURS, peer: FLOOR }));
      }
    } finally {
      await server.stop();
    }
  },
};

function importing(): readonly Contender[] {
  return [
    moduleProcess(OURS, `import "@perspt/mcp-client";`),
    moduleProcess(
      SDK,
      `import "@modelcontextprotocol/client"; import "@modelcontextprotocol/client/stdio";`,
    ),
    moduleProcess(FLOOR, "0;"),
  ];
}

function connecting(url: string): readonly Contender[] {
  const address = JSON.stringify(url);
  return [
    moduleProcess(
      OURS,
      `import { allowEverything, connectMcpClient } from "@perspt/mcp-client";
      const client = await connectMcpClient({
        serverId: "bench",
        transport: {
          kind: "streamable_http", url: ${address}, headers: new Map(), maxMessageBytes: 1048576,
        },
        guard: allowEverything(),
        clientInfo: { name: "bench", version: "1.0.0" },
      });
      const { tools } = await client.listTools(new AbortController().signal);
      if (tools.length !== 50) throw new Error("tools are missing");
      await client.close();`,
    ),
    moduleProcess(
      SDK,
      `import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
      const client = new Client({ name: "bench", version: "1.0.0" }, {
        versionNegotiation: { mode: { pin: "2026-07-28" } },
        supportedProtocolVersions: ["2026-07-28"],
      });
      await client.connect(new StreamableHTTPClientTransport(new URL(${address})));
      const { tools } = await client.listTools();
      if (tools.length !== 50) throw new Error("tools are missing");
      await client.close();`,
    ),
    moduleProcess(
      FLOOR,
      `const ask = async (method) => {
        const response = await fetch(${address}, {
          method: "POST",
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }),
        });
        return (await response.json()).result;
      };
      await ask("server/discover");
      const { tools } = await ask("tools/list");
      if (tools.length !== 50) throw new Error("tools are missing");`,
    ),
  ];
}
