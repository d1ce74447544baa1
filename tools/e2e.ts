import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './suite/ensure-browser.ts';

// `npm run e2e`, `npm run screenshots` and `npm run web-performance`: some projects of the browser tests alone, with further
// arguments for Playwright. `npm run e2e -- --locales all` opens every page in every language.
const [projects = '', ...given] = process.argv.slice(2);
const inAllLocales = given[0] === '--locales' && given[1] === 'all';
const args = inAllLocales ? ['locales.e2e.ts', ...given.slice(2)] : given;
const chromium = await ensureBrowser();
if ('missing' in chromium) {
  console.error(chromium.missing);
  process.exitCode = 1;
} else {
  const run = spawnSync(
    'playwright',
    [
      'test',
      '--config',
      'tests/e2e/playwright.config.ts',
      ...projects.split(',').map((project) => `--project=${project}`),
      '--reporter=line',
      ...args,
    ],
    {
      cwd: new URL('..', import.meta.url).pathname,
      stdio: 'inherit',
      env: { ...process.env, ...chromium.env, ...(inAllLocales ? { E2E_LOCALES: 'all' } : {}) },
    },
  );
  process.exitCode = run.status ?? 1;
}
