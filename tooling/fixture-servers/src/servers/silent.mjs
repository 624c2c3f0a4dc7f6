/** Reads everything and says nothing, until its input ends. */
process.stdin.on("data", () => {});
