import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { drain } from './drain.ts';

/** Time that passes when the test says so. */
function openWaits() {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      waits.push({ ms, end: resolve });
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  return { pause, waits };
}

test('nothing ends before the delay is over, and no delay is no wait', async () => {
  const { pause, waits } = openWaits();
  let isFinished = false;
  const finish = async (): Promise<void> => void (isFinished = true);
  const draining = drain({ delaySeconds: 5, limitSeconds: 12, finish, pause });
  await Promise.resolve();
  expect([waits.map(({ ms }) => ms), isFinished]).toEqual([[5_000], false]);
  waits[0]?.end();
  expect(await draining).toBe('finished');
  expect(isFinished).toBe(true);
  expect(await drain({ delaySeconds: 0, limitSeconds: 12, finish, pause })).toBe('finished');
  expect(waits.map(({ ms }) => ms)).toEqual([5_000, 12_000, 12_000]);
});

test('what takes longer than the limit is cut off', async () => {
  const { pause, waits } = openWaits();
  const draining = drain({ delaySeconds: 0, limitSeconds: 1, finish: () => new Promise(() => undefined), pause });
  waits[0]?.end();
  expect(await draining).toBe('cut-off');
});

/** A process that stops as ours do, and takes half a minute over it. */
async function startStopping(): Promise<{ readonly child: ChildProcess; readonly says: () => Promise<string> }> {
  const program = `
    import { aborted, drain, stopSignal } from '${new URL('drain.ts', import.meta.url).href}';
    const stop = stopSignal();
    const alive = setInterval(() => undefined, 1000);
    console.log('ready');
    await aborted(stop);
    const finish = () => new Promise((end) => {
      process.once('SIGUSR2', end);
      console.log('stopping');
    });
    await drain({ delaySeconds: 0, limitSeconds: 30, finish });
    clearInterval(alive);
    console.log('over');
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const says = async (): Promise<string> => String((await lines.next()).value);
  expect(await says()).toBe('ready');
  return { child, says };
}

test('a signal that comes twice at once is one, and what is under way ends', async () => {
  const { child, says } = await startStopping();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await says()).toBe('stopping');
  child.kill('SIGINT');
  child.kill('SIGUSR2');
  expect(await says()).toBe('over');
  expect(await ended).toEqual([0, null]);
});
