import { nodeFileSystem } from "@perspt/journal";

/**
 * The machine's disk, where this process kills itself at one record of the log: `before` its bytes are written, or once it is `durable`. A
 * record is a number, counted from 1 over what this process writes, or the text that the first such record holds.
 */
export function killingDisk({ record, stage }) {
  const die = () => process.kill(process.pid, "SIGKILL");
  let written = 0;
  const wrapped = (file) => {
    let isDue = false;
    return {
      write(bytes) {
        const text = bytes.toString("utf8");
        const lines = text.split("\n").length - 1;
        const holdsIt =
          typeof record === "string"
            ? text.includes(record)
            : written < record && record <= written + lines;
        if (holdsIt && stage === "before") die();
        const taken = file.write(bytes);
        written += lines;
        isDue ||= holdsIt;
        return taken;
      },
      async sync() {
        await file.sync();
        if (isDue && stage === "durable") die();
      },
      status: () => file.status(),
      close: () => file.close(),
    };
  };
  const isLog = (path) => path.endsWith(".jsonl");
  const opened = (path, file) => (isLog(path) ? wrapped(file) : file);
  return {
    ...nodeFileSystem,
    create: (path) => opened(path, nodeFileSystem.create(path)),
    open: (path) => opened(path, nodeFileSystem.open(path)),
  };
}
