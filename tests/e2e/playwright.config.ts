import { setPriority } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromium, wholeChromium } from './browsers.ts';
import { installation, walletUrl } from './installation.ts';

/** Those that look at the scenes, which need their people. */
const sceneTests = [
  '**/looks.e2e.ts',
  '**/wide-looks.e2e.ts',
  '**/locales.e2e.ts',
  '**/forced-colours.e2e.ts',
  '**/layout-shift.e2e.ts',
];

// The browsers come after the installation where there is too little for both: people's phones take nothing from its machine.
if (process.env['TEST_WORKER_INDEX'] !== undefined) setPriority(5);

// Where all tests run, people are made beside the first flows, long before the first scene. So scenes need not wait for the
// last flow: Playwright begins with nothing of a project before all those have ended that it depends on, and their neighbours.
const sceneDependencies = process.env['E2E_WHOLE'] === 'yes' ? ['founders'] : ['people'];

// While writing a flow: `E2E_REUSE=yes` takes the installation that already runs with these settings.
const reuse = process.env['E2E_REUSE'] === 'yes';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // More than there are cores: much of the time somebody waits for the next code of an authenticator.
  workers: 6,
  // Long enough for a busy machine: only what fails takes that long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: walletUrl,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    actionTimeout: 30_000,
    // Each test's browser is a new one: without this each would load the whole app to keep it.
    serviceWorkers: 'block',
    // Recording every page of every test costs a third of the time; a failure is run again with `E2E_TRACE=yes`.
    trace: process.env['E2E_TRACE'] === 'yes' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
  projects: [
    { name: 'founders', testMatch: '**/founders.setup.ts', teardown: 'books' },
    { name: 'books', testMatch: '**/books.teardown.ts' },
    { name: 'people', testMatch: '**/people.setup.ts', dependencies: ['founders'] },
    { name: 'flows', testMatch: '**/*.e2e.ts', testIgnore: sceneTests, dependencies: ['founders'] },
    { name: 'looks', testMatch: sceneTests, dependencies: sceneDependencies },
    {
      name: 'performance',
      testMatch: '**/*.perf.ts',
      use: { launchOptions: wholeChromium },
      workers: 1,
      dependencies: ['people'],
    },
    { name: 'screenshots', testMatch: '**/*.shots.ts', workers: 1, dependencies: ['people'] },
  ],
  webServer: {
    command: 'node tools/start.mjs --reset --yes',
    cwd: '../..',
    env: installation,
    // The last it says. Before that it would invite the first two operators anew, and undo the links that the tests took.
    ...(reuse ? { url: `${walletUrl}/api/health` } : { wait: { stdout: /npm run operator -- custodian/ } }),
    timeout: 300_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    reuseExistingServer: reuse,
  },
});
