import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { readPeople } from './scenes/people.ts';
import { openDevice } from './support/device.ts';
import { settled } from './support/looks.ts';
import { test } from './support/test.ts';

// Goal: how long the wallet takes to answer a tap in a slow network, on a slow phone and on a fast one: `npm run
// web-performance`. Method: from the tap's own time to the first frame after the one in which the next page's title stands.
// Figures, not gates.

const rounds = 5;
/** The processor of a slow phone, and that of this machine. */
const slowdowns = [4, 1] as const;
/** What Chromium's own tools call fast 3G: 1.44 Mbit/s down, 675 kbit/s up, 562 ms there and back. */
const network = {
  offline: false,
  latency: 562,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

type Tap = {
  readonly name: string;
  readonly on: string;
  readonly target: string;
  /** It opens a sheet instead of a page. */
  readonly opensSheet?: true;
  /** The page was open before: its code and its data are there. */
  readonly again?: true;
};

const home = '/pages/index/index';
const my = '/pages/my/index';
const taps: readonly Tap[] = [
  { name: 'Transfer', on: home, target: 'a[href^="/pages/index/transfer"]' },
  { name: 'Transfer, again', on: home, target: 'a[href^="/pages/index/transfer"]', again: true },
  { name: 'Receive', on: home, target: 'a[href^="/pages/index/receive"]' },
  { name: 'Swap', on: home, target: 'a[href^="/pages/reward/swap"]' },
  { name: 'Messages', on: home, target: 'a[href^="/pages/my/message"]' },
  { name: 'My', on: home, target: 'a[href^="/pages/my/index"]' },
  { name: 'My, again', on: home, target: 'a[href^="/pages/my/index"]', again: true },
  { name: 'Reward', on: home, target: '.tab-bar a[href="/pages/reward/index"]' },
  { name: 'Records', on: home, target: 'a[href="/pages/record/index"]' },
  { name: 'an asset', on: home, target: '.home-asset', opensSheet: true },
  { name: 'an activity', on: '/pages/activity/index', target: 'a[href^="/pages/activity/detail"]' },
  { name: 'Settings, in My', on: my, target: 'a[href="/pages/my/setting"]' },
  { name: 'Address book, in My', on: my, target: 'a[href="/pages/my/address-book"]' },
];

/** Whoever waits longer waits for nothing. */
const answeredWithinMs = 30_000;

/** The time in milliseconds from the next tap until another page's title has been painted. */
function timeAnswer(page: Page, { name, opensSheet }: Tap): Promise<number> {
  return page.evaluate(
    ({ name, heading, withinMs }) =>
      new Promise<number>((resolve, reject) => {
        // Two pages may have the same words, but no two share the element.
        const title = () => [...document.querySelectorAll(heading)].find((each) => each.checkVisibility());
        const before = title();
        const isAnswered = () => title() !== undefined && title() !== before;
        setTimeout(
          () => reject(new Error(`${name}: ${location.pathname} still says ${title()?.textContent}`)),
          withinMs,
        );
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (!isAnswered()) requestAnimationFrame(look);
              else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      }),
    { name, heading: opensSheet === true ? 'dialog[open] h2' : 'h1', withinMs: answeredWithinMs },
  );
}

/** Opens the page, and only then slows everything down: what the next one needs is not there yet unless this one fetched it. */
async function openSlow(page: Page, tap: Tap, slowdown: number): Promise<void> {
  await page.goto(tap.on);
  await settled(page);
  if (tap.again) {
    await page.locator(tap.target).first().tap();
    await expect(page).not.toHaveURL(tap.on);
    await settled(page);
    await page.goBack();
    await expect(page).toHaveURL(tap.on);
    await settled(page);
  }
  await page.locator(tap.target).first().scrollIntoViewIfNeeded();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

async function measure(browser: Browser, tap: Tap, slowdown: number): Promise<number> {
  const { page, context } = await openDevice(browser, { storageState: readPeople().owner.cookies });
  await openSlow(page, tap, slowdown);
  const box = await page.locator(tap.target).first().boundingBox();
  if (box === null) throw new Error(`nothing to tap on for ${tap.name}`);
  const answered = timeAnswer(page, tap);
  // The finger leaves at once: nothing is fetched while it rests.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const ms = await answered;
  await context.close();
  return ms;
}

function describe(answers: readonly number[]): string {
  const times = answers.toSorted((one, other) => one - other);
  return [times[rounds >> 1], times.at(-1)].map((ms = Number.NaN) => `${Math.round(ms)} ms`).join(' | ');
}

test('how long a tap waits for its answer', async ({ browser }) => {
  test.setTimeout(2_400_000);
  const columns = 'answered after, median | longest';
  const lines = [
    `| tap on | processor ${slowdowns[0]} times slower: ${columns} | this processor: ${columns} |`,
    `|${'---|'.repeat(5)}`,
  ];
  for (const tap of taps) {
    const cells: string[] = [];
    for (const slowdown of slowdowns) {
      const answers: number[] = [];
      for (let round = 0; round < rounds; round += 1) answers.push(await measure(browser, tap, slowdown));
      cells.push(describe(answers));
      process.stdout.write(`${tap.name}, ${slowdown} times slower: ${cells.at(-1)}\n`);
    }
    lines.push(`| ${[tap.name, ...cells].join(' | ')} |`);
  }
  const table = `${lines.join('\n')}\n`;
  writeFileSync(join(import.meta.dirname, '../../test-results/tap-answers.md'), table);
  process.stdout.write(`\n${table}`);
});
