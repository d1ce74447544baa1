import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readPeople } from './scenes/people.ts';
import { openDevice, type Cookies, type Device } from './support/device.ts';
import { settled } from './support/looks.ts';
import { test } from './support/test.ts';

// Goal: how fast the pages are on a slow phone: `npm run web-performance`. Method: Chromium's own observers, a processor four
// times slower, the network of Lighthouse's mobile runs, an empty cache, the median of five. Figures, not gates.

const rounds = 5;
const cpuSlowdown = 4;
/** As Lighthouse emulates a phone: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** A task may take so long before somebody who presses something waits for it. */
const taskMs = 50;
const quietMs = 2_000;

type Figures = {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly shift: number;
  readonly blockedMs: number;
  readonly kilobytes: number;
};
type Seen = { largestMs: number; shift: number; tasks: { readonly startMs: number; readonly ms: number }[] };
declare global {
  var seen: Seen | undefined;
}

async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
    const seen: Seen = { largestMs: 0, shift: 0, tasks: [] };
    globalThis.seen = seen;
    const watch = (type: string, note: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => (seen.largestMs = startTime));
    watch('longtask', ({ startTime, duration }) => seen.tasks.push({ startMs: startTime, ms: duration }));
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as Shift;
      if (!hadRecentInput) seen.shift += value;
    });
  });
}

async function measure(page: Page, path: string): Promise<Figures> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await observe(page);
  await page.goto(path);
  await settled(page);
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), quietMs);
  const { firstPaintMs, seen } = await page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    seen: globalThis.seen,
  }));
  if (seen === undefined) throw new Error('nothing was observed');
  const blocking = seen.tasks.filter(({ startMs }) => startMs >= firstPaintMs);
  return {
    firstPaintMs,
    largestPaintMs: seen.largestMs,
    shift: seen.shift,
    blockedMs: blocking.reduce((sum, { ms }) => sum + Math.max(0, ms - taskMs), 0),
    kilobytes: bytes / 1000,
  };
}

/** As the app notes on the device whose session it is. Another note would make the app ask again for what it has asked early. */
async function noteSession({ context }: Device): Promise<void> {
  const answer = await context.request.get('/api/identity/account');
  const { personId } = (await answer.json()) as { readonly personId: string };
  await context.addInitScript((owner) => localStorage.setItem('signed-in', owner), personId);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const pages = [
  { name: 'Login', path: '/', as: 'visitor' },
  { name: 'Home', path: '/pages/index/index', as: 'owner' },
  { name: 'Transfer', path: '/pages/index/transfer', as: 'owner' },
  { name: 'Receive', path: '/pages/index/receive', as: 'owner' },
  { name: 'Records', path: '/pages/record/index', as: 'owner' },
  { name: 'Reward', path: '/pages/reward/index', as: 'owner' },
] as const;

test('the speed of pages on a slow phone', async ({ browser }) => {
  test.setTimeout(900_000);
  const cookies: Record<'visitor' | 'owner', Cookies | undefined> = {
    visitor: undefined,
    owner: readPeople().owner.cookies,
  };
  const lines = ['| page | FCP | LCP | CLS | TBT | loaded |', '|---|---|---|---|---|---|'];
  for (const { name, path, as } of pages) {
    const all: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const storageState = cookies[as];
      const device = await openDevice(browser, storageState === undefined ? {} : { storageState });
      if (as === 'owner') await noteSession(device);
      all.push(await measure(device.page, path));
      await device.context.close();
    }
    const of = (read: (figures: Figures) => number): number => median(all.map(read));
    const times = [of((one) => one.firstPaintMs), of((one) => one.largestPaintMs)].map((ms) => `${Math.round(ms)} ms`);
    const rest = [
      of((one) => one.shift).toFixed(3),
      `${Math.round(of((one) => one.blockedMs))} ms`,
      `${Math.round(of((one) => one.kilobytes))} kB`,
    ];
    lines.push(`| ${[name, ...times, ...rest].join(' | ')} |`);
  }
  const table = `${lines.join('\n')}\n`;
  writeFileSync(join(import.meta.dirname, '../../test-results/web-performance.md'), table);
  process.stdout.write(`\n${table}`);
});
