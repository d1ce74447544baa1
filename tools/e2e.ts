import { ensureBrowser } from './suite/ensure-browser.ts';
import { runPlaywright } from './suite/run-playwright.ts';

// `npm run e2e`, `npm run screenshots` and `npm run web-performance`: some projects of the browser tests alone, with further
// arguments for Playwright. `npm run e2e -- --locales all` opens every page in every language, `npm run e2e -- --fonts all`
// looks at every scene in the wide fonts of every script, `npm run e2e -- --orders all` loads every page in both orders.
const campaigns: Readonly<Record<string, { readonly file: string; readonly env: Readonly<Record<string, string>> }>> = {
  '--locales': { file: 'locales.e2e.ts', env: { E2E_LOCALES: 'all' } },
  '--orders': { file: 'layout-shift.e2e.ts', env: { E2E_ORDERS: 'all' } },
  '--fonts': { file: 'looks.e2e.ts', env: { E2E_FONTS: 'all' } },
};
const [projects = '', ...given] = process.argv.slice(2);
const campaign = given[1] === 'all' ? campaigns[given[0] ?? ''] : undefined;
const args = campaign === undefined ? given : [campaign.file, ...given.slice(2)];
const chromium = await ensureBrowser();
if ('missing' in chromium) {
  console.error(chromium.missing);
  process.exitCode = 1;
} else {
  const root = new URL('..', import.meta.url).pathname;
  const chosen = projects.split(',').map((project) => `--project=${project}`);
  process.exitCode = await runPlaywright(root, [...chosen, '--reporter=line', ...args], {
    ...chromium.env,
    ...campaign?.env,
  });
}
