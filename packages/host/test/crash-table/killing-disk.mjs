import { nodeFileSystem } from "@perspt/journal";

/**
 * The machine's disk, where this process kills itself at one point: `before`, `written` or `durable` of the first record of a kind
 * (`intent`, `answer`, `outcome`), or `before` or `durable` of the first payload that is kept apart (`payload`).
 */
export function killingDisk({ of, stage }) {
  const isPoint = (kind, at) => kind === of && at === stage;
  const die = () => process.kill(process.pid, "SIGKILL");
  const wrapped = (file) => {
    let unsynced = [];
    return {
      write(bytes) {
        const kinds = kindsIn(bytes);
        if (kinds.some((kind) => isPoint(kind, "before"))) die();
        const taken = file.write(bytes);
        if (kinds.some((kind) => isPoint(kind, "written"))) die();
        unsynced = [...unsynced, ...kinds];
        return taken;
      },
      async sync() {
        const kinds = unsynced;
        unsynced = [];
        await file.sync();
        if (kinds.some((kind) => isPoint(kind, "durable"))) die();
      },
      status: () => file.status(),
      close: () => file.close(),
    };
  };
  return {
    ...nodeFileSystem,
    create(path) {
      if (path.includes("/blobs/") && isPoint("payload", "before")) die();
      return wrapped(nodeFileSystem.create(path));
    },
    open: (path) => wrapped(nodeFileSystem.open(path)),
    syncDirectory(path) {
      nodeFileSystem.syncDirectory(path);
      if (path.endsWith("/blobs") && isPoint("payload", "durable")) die();
    },
  };
}

/** The kinds of the records in what is about to be written. */
function kindsIn(bytes) {
  return bytes
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.includes('"type":"intent"')) return ["intent"];
      if (line.includes('"type":"outcome"')) return ["outcome"];
      return line.includes('"type":"leg"') && line.includes('"stage":"answered"') ? ["answer"] : [];
    });
}
