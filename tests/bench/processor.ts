import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time so far. */
export type ProcessorTime = { readonly hashing: number; readonly api: number; readonly database: number };

/** Threads in which an api process hashes passwords, by the name they have in the system. */
const hashingThread = 'hashing';
const ticksPerSecond = 100;

/**
 * What the parts have used until now, by the scheduler: the hashing threads of this process, its other threads, and a
 * database server with all its processes. Undefined where the system does not tell (anything but Linux).
 */
export function readProcessorTime(postmaster: number): ProcessorTime | undefined {
  try {
    const threads = readdirSync('/proc/self/task').map((id) => `/proc/self/task/${id}`);
    const [hashing, others] = [threads.filter(isHashing), threads.filter((thread) => !isHashing(thread))];
    return { hashing: sum(hashing), api: sum(others), database: ofServer(postmaster) };
  } catch {
    return undefined;
  }
}

/** What was used between two readings. */
export function between(from: ProcessorTime, to: ProcessorTime): ProcessorTime {
  return { hashing: to.hashing - from.hashing, api: to.api - from.api, database: to.database - from.database };
}

function isHashing(thread: string): boolean {
  return readFileSync(`${thread}/comm`, 'utf8').trim() === hashingThread;
}

/** A server's first process, those it started, and those that have ended since. */
function ofServer(postmaster: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = processes.filter((id) => parentOf(id) === postmaster).map((id) => `/proc/${id}`);
  const ended = statOf(String(postmaster)).slice(13, 15);
  const endedMs = ended.reduce((total, ticks) => total + (Number(ticks) * 1000) / ticksPerSecond, 0);
  return sum([`/proc/${postmaster}`, ...children]) + endedMs;
}

function parentOf(id: string): number | undefined {
  try {
    return Number(statOf(id)[1]);
  } catch {
    // It ended while the list was read.
    return undefined;
  }
}

/** The fields of a process after its name: its state, its parent, and so on. */
function statOf(id: string): readonly string[] {
  const text = readFileSync(`/proc/${id}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function sum(paths: readonly string[]): number {
  return paths.reduce((total, path) => total + ran(path), 0);
}

function ran(path: string): number {
  return Number(readFileSync(`${path}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
