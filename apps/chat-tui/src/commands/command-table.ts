/** A slash command as the help, the completion and the reader know it. */
export interface CommandEntry {
  readonly name: string;
  /** What follows the name: `[json]`; empty for nothing. */
  readonly words: string;
  readonly about: string;
}

/** Every command that can be typed, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "/help", words: "", about: "Keys and commands" },
  { name: "/mcp", words: "", about: "Servers, what they may do here, and what was rejected" },
  { name: "/mcp accept", words: "[JSON]", about: "Answer the question that a server asks" },
  { name: "/mcp decline", words: "", about: "Say no to it" },
  { name: "/mcp cancel", words: "", about: "Dismiss it without an answer" },
  { name: "/model", words: "[NAME]", about: "Show the models, or go on with another one" },
  { name: "/copy", words: "[N]", about: "Copy the last answer, or the one N before it" },
  { name: "/export", words: "FILE", about: "Write the conversation into a new file" },
  { name: "/clear", words: "", about: "Start over: the model forgets what was said" },
  { name: "/reasoning", words: "", about: "Show or hide what the model thinks" },
  {
    name: "/mouse",
    words: "",
    about: "Wheel scrolling on or off; off leaves selecting to the terminal",
  },
  { name: "/quit", words: "", about: "Leave" },
];
