import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of a processor in a second, which Linux has had on every machine that the packages are for. */
const ticksPerSecond = 100;

export type OtherPrograms = {
  /** Processors that everything outside of the campaign has used since the last call, on average. */
  readonly takeMean: () => number;
};

/**
 * Compares what the whole machine has done with what the processes of the campaign's namespace have. A process that was waited
 * for goes on counting with whoever waited.
 */
export function watchOtherPrograms(): OtherPrograms {
  let last = look();
  return {
    takeMean: () => {
      const now = look();
      const ticks = now.machine - last.machine - (now.own - last.own);
      const elapsed = ((now.atMs - last.atMs) / 1_000) * ticksPerSecond;
      last = now;
      return Math.max(0, ticks / elapsed);
    },
  };
}

type Look = { readonly atMs: number; readonly machine: number; readonly own: number };

function look(): Look {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return {
    atMs: performance.now(),
    machine: machineTicks(readFileSync('/proc/stat', 'utf8')),
    own: own.reduce((sum, pid) => sum + ticksOf(pid), 0),
  };
}

/** All but idling and waiting for disks. */
function machineTicks(stat: string): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (stat.split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user + nice + system + irq + softirq + steal;
}

/** Its own and those of its children that have ended; none where it has ended meanwhile. */
function ticksOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may have anything in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0;
  }
}
