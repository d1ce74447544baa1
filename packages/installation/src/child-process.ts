import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseJson } from '@tern/base/parse-json';
import { openLogFile } from './log-file.ts';

export type ProcessPlan = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Told of every line of its output. */
  readonly onLine?: (line: string) => void;
};

/** What a process says of itself when it serves: the JSON line `{"ready":true,…}` on its output. */
export type ReadyFacts = Readonly<Record<string, unknown>> & { readonly ready: true };

export type RunningProcess = {
  readonly pid: number;
  /** Resolves with the ready line; rejects when the process ends or `timeoutMs` pass before it. */
  readonly ready: Promise<ReadyFacts>;
  /** Resolves when it has ended, however that happened. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  readonly signal: (name: NodeJS.Signals) => void;
};

/**
 * Starts a process of ours with its output in its log file. It gets its own process group: Ctrl-C on the terminal
 * reaches the launcher alone, which then stops everything in order.
 */
export function startProcess(plan: ProcessPlan, timeoutMs: number): RunningProcess {
  const log = openLogFile(plan.logFile);
  const child = spawn(plan.command, [...plan.args], {
    cwd: plan.cwd,
    env: { ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('error', (error) => {
      log.write(`${error.message}\n`);
      log.end();
      resolve({ code: 1, signal: null });
    });
    child.on('close', (code, signal) => {
      log.end();
      resolve({ code, signal });
    });
  });
  child.stderr.on('data', log.write);
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<ReadyFacts>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${plan.name} was not ready after ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    lines.on('line', (line) => {
      log.write(`${line}\n`);
      plan.onLine?.(line);
      const facts = readyFacts(line);
      if (facts === undefined) return;
      clearTimeout(timer);
      resolve(facts);
    });
    void exited.then(({ code, signal }) => {
      clearTimeout(timer);
      const how = signal ?? `exit code ${code}`;
      reject(new Error(`${plan.name} ended with ${how}; its log is ${plan.logFile}\n${lastLines(log.readEnd())}`));
    });
  });
  // A process that fails while nobody waits for its readiness any more is reported through `exited`.
  ready.catch(() => undefined);
  return { pid: child.pid ?? 0, ready, exited, signal: (name) => signalProcess(child, name) };
}

/** By force the whole group: a watcher cannot stop what it started any more. */
function signalProcess(child: ChildProcess, name: NodeJS.Signals): void {
  if (name !== 'SIGKILL' || child.pid === undefined) {
    child.kill(name);
    return;
  }
  try {
    process.kill(-child.pid, name);
  } catch {
    // The group has ended meanwhile.
  }
}

function lastLines(text: string): string {
  const lines = text.trimEnd().split('\n').slice(-8);
  return lines.map((line) => `    ${line}`).join('\n');
}

function readyFacts(line: string): ReadyFacts | undefined {
  if (!line.startsWith('{')) return undefined;
  const parsed = parseJson(line);
  const isReady = typeof parsed === 'object' && parsed !== null && 'ready' in parsed && parsed.ready === true;
  return isReady ? (parsed as ReadyFacts) : undefined;
}

/** Runs a command of ours to its end; resolves with its exit code and everything it said. */
export async function runToEnd(
  plan: Omit<ProcessPlan, 'name' | 'logFile'>,
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(plan.command, [...plan.args], {
    cwd: plan.cwd,
    env: { ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  return { code, output: Buffer.concat(chunks).toString().trim() };
}
