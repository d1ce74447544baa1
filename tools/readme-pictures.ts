import { copyFile } from 'node:fs/promises';
import { readArguments } from './command-line/read-arguments.ts';
import { ensureBrowser } from './suite/ensure-browser.ts';
import { runPlaywright } from './suite/run-playwright.ts';

// `npm run readme-pictures`: takes the six pictures of README anew, light and dark, and puts them under docs/images.
const scenes = ['home-line', 'receive', 'sent-outgoing', 'swap-quote', 'reward', 'activities-states'];

readArguments({
  usage: 'Usage: npm run readme-pictures\n  Takes the pictures of README.md.',
});
const root = new URL('..', import.meta.url).pathname;
const chromium = await ensureBrowser();
if ('missing' in chromium) {
  console.error(chromium.missing);
  process.exitCode = 1;
} else {
  const chosen = `pictures of (${scenes.join('|')})$`;
  process.exitCode = await runPlaywright(
    root,
    ['--project=screenshots', '--reporter=line', '-g', chosen],
    chromium.env,
  );
  if (process.exitCode === 0) await copyPictures();
}

async function copyPictures(): Promise<void> {
  for (const scene of scenes) {
    for (const scheme of ['light', 'dark']) {
      await copyFile(
        `${root}test-results/screenshots/${scene}.390-${scheme}.png`,
        `${root}docs/images/${scene}-${scheme}.png`,
      );
    }
  }
}
