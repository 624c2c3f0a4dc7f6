// A chat that takes over the terminal.

export {};
