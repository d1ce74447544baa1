import { createHash } from 'node:crypto';
import type { Draw } from '../campaigns/draw.ts';
import { live, outside, type Life } from './life.ts';
import { real } from './virtual-time.ts';

export type GateKind = 'connect' | 'begin' | 'statement' | 'commit' | 'rollback' | 'node' | 'signer' | 'chain';

/** One step at a boundary of the product, before it is taken. */
export type Step = {
  readonly process: Process;
  readonly kind: GateKind;
  /** In words, the same for the same step of every run; part of the log that is compared. */
  readonly label: string;
  /** The server process of the connection, where it is a statement. */
  readonly pid?: number | undefined;
  readonly work: () => Promise<unknown>;
  /** For a statement: has the server refuse it with this code, and breaks its connection off. */
  readonly refuse?: ((code: string) => Promise<unknown>) | undefined;
  readonly cut?: (() => Promise<void>) | undefined;
};

type Waiting = Step & { readonly answer: (outcome: Outcome) => void };

export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** A process that lives in virtual time. Once dead nothing of it goes on. */
export type Process = Life & {
  readonly now: () => Date;
  readonly isDead: () => boolean;
  /** Lets the scheduler choose when this is done; resolves or rejects as `work` does. */
  readonly gate: <Result>(
    step: Omit<Step, 'process' | 'work'> & { readonly work: () => Promise<Result> },
  ) => Promise<Result>;
  /** Runs code as this process. */
  readonly run: <Result>(work: () => Result) => Result;
};

type Timer = { readonly process: Process; readonly dueMs: number; readonly number: number; readonly done: () => void };

export type SchedulerOptions = {
  readonly startMs: number;
  readonly draw: Draw;
  /** Whether the server process of a connection waits for a lock, or has ended waiting. Asked while a statement takes long. */
  readonly waitsForLock: (pid: number) => Promise<boolean>;
  /** Told of each new time before the next step sees it. */
  readonly onTime: (nowMs: number) => Promise<void>;
  /** May put something else in the place of a step's work, which goes wrong then. */
  readonly disturb?: ((step: Step) => (() => Promise<unknown>) | undefined) | undefined;
  /** Told of each step that was taken. */
  readonly onStep?: ((step: Step, outcome: Outcome) => Promise<void>) | undefined;
};

/** How long a statement may take before it is looked up whether it waits for a lock. */
const patienceMs = 4;

/** Time never passes by more at once, unless a plan says so: where everything else is late, the next timer may be far. */
const passMaxMs = 10_000;

/** Takes one step at a time; which one, and what time it is, the seed decides. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #ready: Waiting[] = [];
  readonly #parked: { readonly step: Waiting; readonly result: Settled }[] = [];
  #timers: Timer[] = [];
  #timersMade = 0;
  #nowMs: number;
  #toldMs = 0;
  #steps = 0;
  readonly #log = createHash('sha256');
  readonly #lines: string[] = [];
  /** Takes what waits longest first, and lets no time pass that nobody asked for. */
  isFair = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#nowMs = options.startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  get steps(): number {
    return this.#steps;
  }

  /** The last lines of the log, for people. */
  get tail(): readonly string[] {
    return this.#lines.slice(-400);
  }

  /** The same for two runs that took the same steps with the same outcomes. */
  digest(): string {
    return this.#log.copy().digest('hex');
  }

  note(line: string): void {
    const text = `${this.#steps} ${this.#nowMs} ${line}`;
    this.#log.update(`${text}\n`);
    this.#lines.push(text);
    if (this.#lines.length > 2_000) this.#lines.splice(0, 1_000);
  }

  /** A new process; `aheadMs` says how far its clock is from the true time at the moment. */
  spawn(name: string, chance: Draw, aheadMs: () => number = () => 0): Process & { readonly kill: () => void } {
    let dead = false;
    const process: Process = {
      name,
      isDead: () => dead,
      nowMs: () => this.#nowMs + aheadMs(),
      now: () => new Date(this.#nowMs + aheadMs()),
      bits: () => chance.below(2 ** 32),
      run: (work) => live(process, work),
      after: (ms, done) => {
        const timer = { process, dueMs: this.#nowMs + Math.max(0, ms), number: (this.#timersMade += 1), done };
        if (!dead) this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((each) => each !== timer);
        };
      },
      gate: <Result>(step: Omit<Step, 'process' | 'work'> & { readonly work: () => Promise<Result> }) =>
        new Promise<Result>((resolve, reject) => {
          const answer = (outcome: Outcome): void => {
            if (dead) return;
            if ('error' in outcome) reject(asError(outcome.error));
            else resolve(outcome.value as Result);
          };
          if (!dead) this.#ready.push({ ...step, process, answer });
        }),
    };
    const kill = (): void => {
      dead = true;
      this.#timers = this.#timers.filter((timer) => timer.process !== process);
      for (const list of [this.#ready] as Waiting[][]) {
        for (let at = list.length - 1; at >= 0; at -= 1) if (list[at]?.process === process) list.splice(at, 1);
      }
    };
    return Object.assign(process, { kill });
  }

  /** Forgets statements of dead processes once their connections are gone, and takes up who waited for them. */
  async bury(): Promise<void> {
    for (let at = this.#parked.length - 1; at >= 0; at -= 1)
      if (this.#parked[at]?.step.process.isDead() === true) this.#parked.splice(at, 1);
    await this.#lookAtParked();
  }

  /** Takes one step. False where there is nothing to do, now or later. */
  async step(): Promise<boolean> {
    await settle();
    const due = this.#timers.filter(({ dueMs }) => dueMs <= this.#nowMs);
    const count = this.#ready.length + due.length;
    const next = this.#nextTimerMs();
    if (count === 0 || (!this.isFair && next !== undefined && this.#options.draw.oneIn(40))) {
      if (next === undefined && count === 0) return false;
      if (next !== undefined) {
        this.#pass(next);
        return true;
      }
    }
    const at = this.isFair ? 0 : this.#options.draw.below(count);
    const step = this.#ready[at];
    if (step !== undefined) {
      this.#ready.splice(at, 1);
      await this.#take(step);
      return true;
    }
    const timer = due.toSorted((one, other) => one.dueMs - other.dueMs || one.number - other.number)[
      this.isFair ? 0 : at - this.#ready.length
    ];
    if (timer !== undefined) {
      this.#timers = this.#timers.filter((each) => each !== timer);
      this.note(`${timer.process.name} timer`);
      timer.process.run(timer.done);
    }
    return true;
  }

  /** Lets time pass at once, as for who was not given the processor. */
  leap(ms: number): void {
    this.#nowMs += ms;
    this.note('time leaps');
  }

  #nextTimerMs(): number | undefined {
    const later = this.#timers.filter(({ dueMs }) => dueMs > this.#nowMs).map(({ dueMs }) => dueMs);
    return later.length === 0 ? undefined : Math.min(...later);
  }

  #pass(toMs: number): void {
    // Timers promise no more than "not before": what is late by some hundred milliseconds is usual.
    this.#nowMs =
      Math.min(Math.ceil(toMs), Math.ceil(this.#nowMs) + passMaxMs) +
      (this.isFair ? 5_500 : this.#options.draw.below(700));
  }

  async #take(step: Waiting): Promise<void> {
    this.#steps += 1;
    if (this.#toldMs !== this.#nowMs) {
      this.#toldMs = this.#nowMs;
      await this.#options.onTime(this.#nowMs);
    }
    const disturbed = this.#options.disturb?.(step);
    const result = new Settled(outside(disturbed ?? step.work));
    if (await this.#isParked(step, result)) {
      this.note(`${step.process.name} ${step.label} waits`);
      this.#parked.push({ step, result });
    } else await this.#deliver(step, result);
    await this.#lookAtParked();
  }

  /** Resolves once the step is done (false) or waits for a lock of somebody else's (true). */
  async #isParked({ pid }: Waiting, result: Settled): Promise<boolean> {
    if (pid === undefined) {
      await result.done;
      return false;
    }
    for (let wait = patienceMs; ; wait = 2) {
      await result.within(wait);
      if (result.outcome !== undefined) return false;
      if ((await this.#options.waitsForLock(pid)) && result.outcome === undefined) return true;
    }
  }

  /** Every parked statement is either done by now or waits again. */
  async #lookAtParked(): Promise<void> {
    for (const entry of this.#parked.slice()) {
      if (entry.step.process.isDead()) continue;
      if (entry.result.outcome === undefined && (await this.#isParked(entry.step, entry.result))) continue;
      this.#parked.splice(this.#parked.indexOf(entry), 1);
      await this.#deliver(entry.step, entry.result);
    }
  }

  async #deliver(step: Waiting, result: Settled): Promise<void> {
    const outcome = await result.done;
    this.note(`${step.process.name} ${step.label} ${describe(outcome)}`);
    await this.#options.onStep?.(step, outcome);
    step.answer(outcome);
    await settle();
  }
}

/** A promise whose outcome can be looked at. */
class Settled {
  readonly done: Promise<Outcome>;
  outcome: Outcome | undefined;

  constructor(promise: Promise<unknown>) {
    const keep = (outcome: Outcome): Outcome => (this.outcome = outcome);
    this.done = promise.then(
      (value) => keep({ value }),
      (error: unknown) => keep({ error }),
    );
  }

  async within(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => (timer = real.setTimeout(resolve, ms)));
    await Promise.race([this.done, late]);
    real.clearTimeout(timer);
  }
}

/** Lets everything run that waits for nothing but its turn in this process. */
export function settle(): Promise<void> {
  return new Promise((resolve) => real.setImmediate(resolve));
}

function describe(outcome: Outcome): string {
  if ('error' in outcome) {
    const { error } = outcome;
    return `fails ${error instanceof Error ? ('code' in error && String(error.code)) || error.name : 'unknown'}`;
  }
  const { value } = outcome;
  const rows = typeof value === 'object' && value !== null && 'rowCount' in value ? ` ${String(value.rowCount)}` : '';
  return `ok${rows}`;
}

/** What was thrown, as it is where it is an error. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
