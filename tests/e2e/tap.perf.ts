import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { readPeople } from './scenes/people.ts';
import { openDevice } from './support/device.ts';
import { settled } from './support/looks.ts';
import { test } from './support/test.ts';

// Goal: how long home takes to answer a tap on a slow phone in a slow network: `npm run web-performance`. Method: from the tap's
// own time to the first frame after the one in which the next page's title stands. Figures, not gates.

const rounds = 5;
const cpuSlowdown = 4;
/** What Chromium's own tools call fast 3G: 1.44 Mbit/s down, 675 kbit/s up, 562 ms there and back. */
const network = {
  offline: false,
  latency: 562,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

const targets = [
  { name: 'Transfer', path: '/pages/index/transfer' },
  { name: 'Receive', path: '/pages/index/receive' },
  { name: 'Swap', path: '/pages/reward/swap' },
  { name: 'Messages', path: '/pages/my/message' },
  { name: 'My', path: '/pages/my/index' },
] as const;

/** Opens home, and only then slows everything down: what the next page needs is not there yet unless home fetched it. */
async function openSlowHome(page: Page): Promise<void> {
  await page.goto('/pages/index/index');
  await settled(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** The time from the next tap until another title has been painted. */
function timeAnswer(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const title = () => document.querySelector('h1')?.textContent;
        const before = title();
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (title() === before) requestAnimationFrame(look);
              else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      }),
  );
}

test('how long home takes to answer a tap', async ({ browser }) => {
  test.setTimeout(600_000);
  const lines = ['| tap on | answered after, median | longest |', '|---|---|---|'];
  for (const { name, path } of targets) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { page, context } = await openDevice(browser, { storageState: readPeople().owner.cookies });
      await openSlowHome(page);
      const answered = timeAnswer(page);
      await page.locator(`a[href^="${path}"]`).first().click();
      times.push(await answered);
      await expect(page).toHaveURL(new RegExp(path));
      await context.close();
    }
    const sorted = times.toSorted((one, other) => one - other);
    const [median, longest] = [sorted[rounds >> 1] ?? 0, sorted.at(-1) ?? 0].map(Math.round);
    lines.push(`| ${name} | ${median} ms | ${longest} ms |`);
  }
  const table = `${lines.join('\n')}\n`;
  writeFileSync(join(import.meta.dirname, '../../test-results/tap-answers.md'), table);
  process.stdout.write(`\n${table}`);
});
