/** A client that asks its server for nothing. */
console.error(process.argv.at(-1));
