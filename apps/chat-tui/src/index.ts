// A chat that takes over the terminal.

export type { ChatEnd, ChatHistory, ChatOptions, ChatPorts } from "./chat-options.js";
export { runChat } from "./run-chat.js";
export type { TerminalInput, TerminalOutput } from "./screen/terminal-streams.js";
