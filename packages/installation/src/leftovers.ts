import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A process by number and by the moment it started: the number alone may belong to somebody else after a while. */
type Witness = { readonly pid: number; readonly startedAt: string };

type RunFile = { readonly launcher: Witness; readonly processes: readonly Witness[] };

/** Writes down who runs, for `findLauncher` and `stopLeftovers` of a later launch. */
export function writeRunFile(file: string, pids: readonly number[]): void {
  const run: RunFile = { launcher: witness(process.pid), processes: pids.map(witness) };
  writeFileSync(file, JSON.stringify(run), { mode: 0o600 });
}

export function removeRunFile(file: string): void {
  rmSync(file, { force: true });
}

/** The pid of another launcher that works on the same data now, or `undefined`. */
export function findLauncher(file: string): number | undefined {
  const launcher = readRunFile(file)?.launcher;
  return launcher !== undefined && isAlive(launcher) ? launcher.pid : undefined;
}

/** Ends processes of a launcher that was killed before it could stop them. Returns how many there were. */
export async function stopLeftovers(file: string, graceMs: number): Promise<number> {
  const alive = (readRunFile(file)?.processes ?? []).filter(isAlive);
  for (const { pid } of alive) process.kill(pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < graceMs && alive.some(isAlive); waitedMs += 100) await wait(100);
  for (const { pid } of alive.filter(isAlive)) process.kill(pid, 'SIGKILL');
  removeRunFile(file);
  return alive.length;
}

function readRunFile(file: string): RunFile | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunFile;
  } catch {
    // Cut off while being written: then nothing is known, and a taken port will say the rest.
    return undefined;
  }
}

function witness(pid: number): Witness {
  return { pid, startedAt: startOf(pid) ?? '' };
}

function isAlive({ pid, startedAt }: Witness): boolean {
  return startedAt !== '' && startOf(pid) === startedAt;
}

/** What tells the process from another one that gets its number later; `undefined` for none. */
function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

/** Clock ticks since boot at which the process started. */
function startFromProc(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

/** The second in which the process started, as macOS and other systems without /proc tell it. */
export function startFromPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  const [, state = '', start] = /^(\S+)\s+(.+)$/.exec((stdout ?? '').trim()) ?? [];
  return state.startsWith('Z') ? undefined : start;
}
