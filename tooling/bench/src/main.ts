import { Bench, type BenchOptions, type Task } from "tinybench";
import { addDigestTasks } from "./digest-tasks.js";
import { addProgramStartTasks } from "./program-start-tasks.js";

/** One line of the report. */
interface Row {
  readonly task: string;
  readonly "median ms": string;
  readonly "p99 ms": string;
  readonly "per second": string;
  readonly samples: number;
}

const rows = [
  ...(await measure({ time: 500, warmupTime: 100 }, addDigestTasks)),
  ...(await measure({ time: 0, iterations: 20, warmupIterations: 2 }, addProgramStartTasks)),
];
if (process.argv.includes("--json")) console.log(JSON.stringify(rows, null, 2));
else console.table(rows);

async function measure(options: BenchOptions, addTasks: (bench: Bench) => void): Promise<Row[]> {
  const bench = new Bench(options);
  addTasks(bench);
  await bench.run();
  return bench.tasks.map(rowOf);
}

/** A task that failed is a fault of the bench or of the product, never an empty line. */
function rowOf({ name, result }: Task): Row {
  if (result.state === "errored") throw new Error(`${name} failed`, { cause: result.error });
  if (result.state !== "completed") throw new Error(`${name} ended as ${result.state}`);
  const { latency, throughput } = result;
  return {
    task: name,
    "median ms": latency.p50.toFixed(4),
    "p99 ms": latency.p99.toFixed(4),
    "per second": throughput.p50.toFixed(0),
    samples: latency.samplesCount,
  };
}
