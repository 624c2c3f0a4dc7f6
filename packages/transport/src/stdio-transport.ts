import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Transport,
} from "@modelcontextprotocol/client";
import { checkEndpoint } from "./endpoint/check-endpoint.js";
import type { McpTransport, TransportDiagnostic, WriteVerdict } from "./mcp-transport.js";
import type { ResolvedStdioConfig } from "./resolve-config.js";
import { deliver, guarded } from "./shared/deliver.js";
import { DiagnosticLog } from "./shared/diagnostic-log.js";
import { FlowGate } from "./shared/flow-gate.js";
import {
  cancelledFailure,
  closedFailure,
  failureOf,
  type LinkFailure,
} from "./shared/link-failure.js";
import { cancelledId, isRequest } from "./shared/outgoing.js";
import { RequestTotal } from "./shared/request-total.js";
import { childEnvironment } from "./stdio/child-environment.js";
import { type DeliveredFrame, InboundLines } from "./stdio/inbound-lines.js";
import { Outbox } from "./stdio/outbox.js";
import { PendingRequests } from "./stdio/pending-requests.js";
import { resolveProgram } from "./stdio/resolve-program.js";
import { type ShutdownManner, shutDown } from "./stdio/shut-down.js";
import type { ProgramEnd, RunningProgram, SpawnRequest } from "./stdio/spawn-port.js";
import { StderrTail } from "./stdio/stderr-tail.js";
import { outputClosed, serverExited, spawnFailed } from "./stdio/stdio-failures.js";
import { TransportError } from "./transport-error.js";
import type { TransportPorts } from "./transport-ports.js";

/** One server as a child process that speaks over its pipes. Started once; a new life takes a new transport. */
export class StdioTransport implements McpTransport {
  readonly kind = "stdio";
  onclose: Transport["onclose"];
  onerror: Transport["onerror"];
  onmessage: Transport["onmessage"];
  writeGate: (message: JSONRPCMessage) => WriteVerdict = () => ({ kind: "proceed" });

  readonly #config: ResolvedStdioConfig;
  readonly #ports: TransportPorts;
  readonly #diagnostics = new DiagnosticLog();
  readonly #pending = new PendingRequests();
  readonly #stderr: StderrTail;
  readonly #inbound: InboundLines;
  readonly #flow: FlowGate;
  #hasSpoken = false;
  #program: RunningProgram | null = null;
  #outbox: Outbox | null = null;
  /** Set once, when the link is over. */
  #failure: LinkFailure | null = null;
  #launch: Promise<void> | null = null;
  #shutdown: Promise<void> = Promise.resolve();

  constructor(config: ResolvedStdioConfig, ports: TransportPorts) {
    this.#config = config;
    this.#ports = ports;
    this.#stderr = new StderrTail(config.maxStderrBytes);
    this.#flow = new FlowGate({
      clock: ports.clock,
      diagnostics: this.#diagnostics,
      pause: () => this.#program?.pauseOutput(),
      resume: () => this.#program?.resumeOutput(),
    });
    this.#inbound = new InboundLines({
      maxMessageBytes: config.maxMessageBytes,
      diagnostics: this.#diagnostics,
      clock: ports.clock,
      events: {
        delivered: (frame, length) => {
          if (!this.#take(frame, length)) this.#flow.count(length);
        },
        dropped: (length) => this.#flow.count(length),
        answerLost: (id, failure) => {
          const request = this.#pending.get(id);
          if (request === undefined) return this.#takeLate(id);
          if (!request.isWritten) return false;
          this.#pending.settle(request, "answered");
          request.reject(failureOf(failure, true));
          return true;
        },
        linkBroken: (failure) => this.#end(failure, "at_once"),
      },
    });
  }

  /** The child's process id; with `stderr` it tells the SDK that this is a stdio transport. */
  get pid(): number | null {
    return this.#program?.pid ?? null;
  }

  /** Always null: standard error is drained by the transport itself (`stderrTail`). */
  get stderr(): null {
    return null;
  }

  /** Finds and starts the program. Rejects with a `TransportError`; then nothing runs. */
  start(): Promise<void> {
    if (this.#launch !== null) throw new TypeError("a stdio transport is started once");
    this.#launch = this.#findAndSpawn();
    return this.#launch;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#refuseWhenOver();
    const outbox = this.#outbox;
    if (outbox === null) throw new TypeError("send was called before start had resolved");
    if (isRequest(message)) {
      await this.#sendRequest(outbox, message);
      return;
    }
    const cancelled = cancelledId(message);
    if (cancelled !== null && !this.#cancel(outbox, cancelled)) return;
    return new Promise((resolve, reject) => {
      outbox.add({ message, begun: () => {}, written: resolve, failed: reject });
    });
  }

  /** Ends the program and all that it started; resolves within two seconds (I7, T10). May be called at any time, and again. */
  async close(): Promise<void> {
    this.#end(closedFailure(), "polite");
    await this.#launch?.catch(() => {});
    await this.#shutdown;
  }

  diagnostics(): readonly TransportDiagnostic[] {
    return this.#diagnostics.list();
  }

  stderrTail(): string {
    return this.#stderr.text();
  }

  async #findAndSpawn(): Promise<void> {
    this.#refuseWhenOver();
    const request = await this.#prepare();
    this.#refuseWhenOver();
    const program = await this.#ports
      .spawn(request, {
        output: (bytes) => {
          this.#hasSpoken = true;
          this.#inbound.push(bytes);
        },
        errorOutput: (bytes) => this.#stderr.push(bytes),
        outputClosed: () => this.#end(outputClosed(this.#config.command[0]), "polite"),
        ended: (end) => this.#end(this.#exitFailure(end), "polite"),
      })
      .catch((error: unknown) => {
        throw spawnFailed(request, error);
      });
    this.#program = program;
    this.#outbox = new Outbox(program, (message) => this.writeGate(message));
    if (this.#failure === null) return;
    this.#shutdown = shutDown(program, "polite", this.#ports.clock);
    this.#refuseWhenOver();
  }

  async #prepare(): Promise<SpawnRequest> {
    const { command, environment, workingDirectory, workspace } = this.#config;
    const variables = [...environment].map(([name, value]) => ({ name, source: name, value }));
    const [problem] = checkEndpoint({ kind: "stdio", command, environment: variables });
    if (problem !== undefined) {
      const { message, hint } = problem;
      throw new TransportError({ code: "invalid_endpoint", message, hint, mayHaveRun: false });
    }
    const [program, ...programArguments] = command;
    const { realPath, foundAt } = await resolveProgram({
      program,
      searchPath: this.#ports.environment["PATH"],
      workspace: workspace ?? null,
      platform: this.#ports.platform,
      files: this.#ports.files,
    });
    return {
      program: realPath,
      name: foundAt,
      programArguments,
      workingDirectory,
      environment: childEnvironment(environment, this.#ports.environment, this.#ports.platform),
    };
  }

  #sendRequest(outbox: Outbox, message: JSONRPCRequest): Promise<void> {
    const { id, method } = message;
    if (this.#pending.get(id) !== undefined)
      throw new TypeError("request ids in flight are unique");
    return new Promise((resolve, reject) => {
      const total = new RequestTotal(this.#config.maxMessageBytes);
      const request = { id, method, message, isWritten: false, total, resolve, reject };
      this.#pending.add(request);
      outbox.add({
        message,
        begun: () => {
          request.isWritten = true;
        },
        written: () => {},
        failed: (error) => {
          this.#pending.settle(request, "cancelled");
          reject(error);
        },
      });
    });
  }

  /** Forgets the request. Returns whether the server has seen it, and so must be told (I5). */
  #cancel(outbox: Outbox, id: JSONRPCRequest["id"]): boolean {
    const request = this.#pending.get(id);
    if (request === undefined) return false;
    this.#pending.settle(request, "cancelled");
    request.reject(failureOf(cancelledFailure(), request.isWritten));
    if (!request.isWritten) outbox.withdraw(request.message);
    return request.isWritten;
  }

  /** Returns whether it was asked for. */
  #take(frame: DeliveredFrame, length: number): boolean {
    switch (frame.kind) {
      case "error_without_id":
        this.#diagnostics.record("error_without_id", frame.error.message);
        return false;
      case "notification": {
        const wasAskedFor = this.#pending.covers(frame.message, length);
        this.#takeNotification(frame.message);
        return wasAskedFor;
      }
      case "response": {
        const request = this.#pending.get(frame.id);
        if (request === undefined || !request.isWritten) {
          if (this.#takeLate(frame.id)) return true;
          this.#diagnostics.record(this.#pending.explainStray(frame.id), String(frame.id));
          return false;
        }
        this.#pending.settle(request, "answered");
        deliver(this, frame.message);
        request.resolve();
        return true;
      }
    }
  }

  /** The answer of a cancelled request was asked for, and comes too late (I6). */
  #takeLate(id: RequestId): boolean {
    const isLate = this.#pending.takeLate(id);
    if (isLate) this.#diagnostics.record("late_response", String(id));
    return isLate;
  }

  #takeNotification(message: JSONRPCMessage): void {
    const cancelled = cancelledId(message);
    const request = cancelled === null ? undefined : this.#pending.get(cancelled);
    deliver(this, message);
    // A server may end a subscription this way, and nothing else (C2).
    if (request?.method === "subscriptions/listen") {
      this.#pending.settle(request, "answered");
      request.resolve();
    }
  }

  #exitFailure(end: ProgramEnd): LinkFailure {
    return serverExited({
      program: this.#config.command[0],
      end,
      hasSpoken: this.#hasSpoken,
      stderrTail: this.stderrTail(),
      secrets: this.#config.environment.values(),
    });
  }

  /** The link is over: everyone waiting learns it first, then the processes are ended, and last the owner is told. */
  #end(failure: LinkFailure, manner: ShutdownManner): void {
    if (this.#failure !== null) return;
    this.#failure = failure;
    this.#inbound.stop();
    // What still comes is read past, so that a program that writes can see that it should end.
    this.#flow.open();
    this.#outbox?.abandon(failure);
    for (const request of this.#pending.drain()) {
      request.reject(failureOf(failure, request.isWritten));
    }
    const ended =
      this.#program === null ? null : shutDown(this.#program, manner, this.#ports.clock);
    this.#shutdown = Promise.all([ended, this.#tellOwner()]).then(() => {});
  }

  /** Later than the rejections above, or the SDK would hide their codes behind its own "connection closed". */
  #tellOwner(): Promise<void> {
    return new Promise((resolve) => {
      this.#ports.clock.schedule(0, () => {
        guarded(this, () => this.onclose?.());
        resolve();
      });
    });
  }

  #refuseWhenOver(): void {
    if (this.#failure !== null) throw failureOf(this.#failure, false);
  }
}
