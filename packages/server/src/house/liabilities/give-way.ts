import { cpus } from 'node:os';

/** How long something was going on, in ms of processor time: everything on this machine, and this process alone. */
type Used = { readonly all: number; readonly own: number };

type Surroundings = {
  readonly nowMs: () => number;
  readonly readUsed: () => Used;
  /** How much of a processor this thread has had, in ms. */
  readonly readWorkedMs: () => number;
  /** Whole processors that there are. */
  readonly processors: number;
  /** Waits without doing anything. */
  readonly sleep: (ms: number) => void;
};

/** The share of the machine that others may use before they are given way: more than PostgreSQL needs to store a list. */
const othersShareMax = 0.6;

/** The machine counts by hundredths of a second: over less than this, a share means little. */
const lookEveryMs = 100;

/** For each moment of work, so many moments of rest where others want to work. */
const restsPerWork = 20;

/** A thread that was not let work for long has nothing to make up for. */
const longestRestMs = 2_000;

export type GiveWay = {
  readonly now: () => void;
  /** Whether others were busy since this was opened. */
  readonly hasRested: () => boolean;
};

/**
 * `now` is called again and again in long work, and rests there while the rest of the machine is busy. A low priority alone is not
 * enough: two threads on one core share its caches and its memory, and one of the lowest priority still slows the other.
 */
export function openGiveWay(surroundings: Surroundings = ofThisMachine): GiveWay {
  const { nowMs, readUsed, readWorkedMs, processors, sleep } = surroundings;
  let [lookedMs, used, worked] = [nowMs(), readUsed(), readWorkedMs()];
  let worksSinceMs = lookedMs;
  let rested = false;
  const giveWay = (): void => {
    const now = nowMs();
    if (now - worksSinceMs < lookEveryMs) return;
    const next = readUsed();
    const others = next.all - used.all - (next.own - used.own);
    const areBusy = others > othersShareMax * processors * (now - lookedMs);
    const [workedBefore, workedNow] = [worked, readWorkedMs()];
    [lookedMs, used, worked] = [now, next, workedNow];
    if (areBusy) {
      rested = true;
      sleep(Math.min(longestRestMs, restsPerWork * (workedNow - workedBefore)));
    }
    worksSinceMs = nowMs();
  };
  return { now: giveWay, hasRested: () => rested };
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

const ofThisMachine: Surroundings = {
  nowMs: () => performance.now(),
  readUsed: () => {
    const all = cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
    const { user, system } = process.cpuUsage();
    return { all, own: (user + system) / 1_000 };
  },
  readWorkedMs: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
  processors: cpus().length,
  sleep: (ms) => void Atomics.wait(nothing, 0, 0, ms),
};
