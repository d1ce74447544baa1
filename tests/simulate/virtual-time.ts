import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { currentLife, type Life } from './life.ts';

/** What the machine itself offers, before anything is put in its place. */
export const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  nowMs: Date.now.bind(Date),
};

/** A timer of a simulated process, as `setTimeout` returns one. */
class VirtualTimer {
  readonly giveUp: () => void;

  constructor(giveUp: () => void) {
    this.giveUp = giveUp;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

type AnyFunction = (...args: never[]) => unknown;
type Timed = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => unknown;

/**
 * Puts virtual time and seeded chance in the place of the machine's, but only for code that runs inside a simulated process:
 * whatever else runs in this process keeps the real ones. Returns how to undo it.
 */
export function installVirtualTime(): () => void {
  const undo = [...replaceTimers(), ...replaceClock(), ...replaceChance()];
  syncBuiltinESMExports();
  return () => {
    for (const each of undo) each();
    syncBuiltinESMExports();
  };
}

/** Puts `make`'s result in the place of a member; the result puts the former one back. */
function replace<Owner extends object>(owner: Owner, key: keyof Owner, make: (before: AnyFunction) => unknown) {
  const before = owner[key];
  owner[key] = make(before as AnyFunction) as Owner[keyof Owner];
  return (): void => {
    owner[key] = before;
  };
}

/** The replacement that asks whose code is running each time. */
function inLife(work: (life: Life, ...args: never[]) => unknown) {
  return (before: AnyFunction) =>
    (...args: never[]): unknown => {
      const life = currentLife();
      return life === undefined ? before(...args) : work(life, ...args);
    };
}

function replaceTimers(): readonly (() => void)[] {
  const once = (life: Life, callback: Parameters<Timed>[0], ms = 0, ...args: unknown[]): VirtualTimer =>
    new VirtualTimer(life.after(ms, () => callback(...args)));
  const every = (life: Life, callback: Parameters<Timed>[0], ms = 0, ...args: unknown[]): VirtualTimer => {
    let giveUp = (): void => undefined;
    const begin = (): void => {
      giveUp = life.after(ms, () => {
        begin();
        callback(...args);
      });
    };
    begin();
    return new VirtualTimer(() => giveUp());
  };
  const soon = (life: Life, callback: Parameters<Timed>[0], ...args: unknown[]): VirtualTimer =>
    once(life, callback, 0, ...args);
  const clear =
    (before: AnyFunction) =>
    (timer: unknown): unknown =>
      timer instanceof VirtualTimer ? timer.giveUp() : before(timer as never);
  return [
    replace(globalThis, 'setTimeout', inLife(once as never)),
    replace(globalThis, 'setInterval', inLife(every as never)),
    replace(globalThis, 'setImmediate', inLife(soon as never)),
    replace(globalThis, 'clearTimeout', clear),
    replace(globalThis, 'clearInterval', clear),
    replace(globalThis, 'clearImmediate', clear),
    replace(timersPromises, 'setTimeout', inLife(sleep as never)),
    replace(
      timersPromises,
      'setImmediate',
      inLife((life: Life, value: unknown) => sleep(life, 0, value)),
    ),
  ];
}

/** `setTimeout` of `node:timers/promises` for a simulated process. */
function sleep(life: Life, ms = 0, value?: unknown, options: { signal?: AbortSignal } = {}): Promise<unknown> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const refuse = (): void => reject(new DOMException('The operation was aborted', 'AbortError'));
    if (signal?.aborted === true) {
      refuse();
      return;
    }
    const giveUp = life.after(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    const abort = (): void => {
      giveUp();
      refuse();
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

function replaceClock(): readonly (() => void)[] {
  const RealDate = Date;
  const nowMs = (): number => currentLife()?.nowMs() ?? RealDate.now();
  const VirtualDate = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget) as Date,
    get: (target, key, receiver) => (key === 'now' ? nowMs : (Reflect.get(target, key, receiver) as unknown)),
  });
  return [
    replace(globalThis, 'Date', () => VirtualDate),
    replace(performance, 'now', (before) => () => currentLife()?.nowMs() ?? before.call(performance)),
  ];
}

function replaceChance(): readonly (() => void)[] {
  const bytes = (life: Life, count: number): Buffer =>
    Buffer.from(Array.from({ length: count }, () => life.bits() >>> 24));
  const between = (life: Life, ...[first, second]: readonly number[]): number => {
    const [from, to] = second === undefined ? [0, first ?? 1] : [first ?? 0, second];
    return from + (life.bits() % (to - from));
  };
  const uuid = (life: Life): string => {
    const hex = bytes(life, 16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  return [
    replace(
      Math,
      'random',
      inLife((life: Life) => life.bits() / 2 ** 32),
    ),
    replace(crypto, 'randomUUID', inLife(uuid as never)),
    replace(crypto, 'randomBytes', inLife(bytes as never)),
    replace(crypto, 'randomInt', inLife(between as never)),
  ];
}
