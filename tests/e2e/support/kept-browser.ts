import type { Browser, BrowserContext, Page } from '@playwright/test';
import { walletUrl } from '../installation.ts';
import { openDevice, type Cookies } from './device.ts';

/**
 * One browser for all tests of a worker that only look: what it has loaded and compiled it need not load again, which is
 * half of what opening a page costs. Each page begins with the cookies it is given and with nothing else kept.
 */
export type KeptBrowser = {
  readonly openPage: (cookies?: Cookies) => Promise<{ readonly page: Page; readonly faults: readonly string[] }>;
  readonly close: () => Promise<void>;
};

const kept = 'local_storage,indexeddb,cache_storage,service_workers';

/** The browser itself is opened with the first page: only within a test has it the settings of all tests. */
export function openKeptBrowser(browser: Browser): KeptBrowser {
  let known: { readonly context: BrowserContext; readonly faults: readonly string[] } | undefined;
  return {
    openPage: async (cookies) => {
      if (known === undefined) {
        // Its first page stays, with nothing of the app in it: the process with what it has compiled ends with the last page.
        const { page, ...device } = await openDevice(browser, {});
        await page.goto(new URL('/api/health', walletUrl).href);
        known = device;
      }
      const { context, faults } = known;
      await context.clearCookies();
      if (cookies !== undefined) await context.addCookies(cookies.cookies);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin: walletUrl, storageTypes: kept });
      await session.detach();
      const before = faults.length;
      return {
        page,
        get faults() {
          return faults.slice(before);
        },
      };
    },
    close: async () => known?.context.close(),
  };
}
