import { CHANNELS } from "./channels/channel.js";
import { measureChannel } from "./channels/measure-channel.js";

// A process that measures itself: `channel-program INDEX BYTES`, one line of JSON.
const [index, bytes] = process.argv.slice(2).map(Number);
const channel = CHANNELS[index ?? 0] ?? CHANNELS[0];
console.log(JSON.stringify(await measureChannel(channel, bytes ?? 0)));
