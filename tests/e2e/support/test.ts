import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { openNewcomer } from './account.ts';
import { openDevice, type Cookies, type Device } from './device.ts';
import { openKeptBrowser, type KeptBrowser } from './kept-browser.ts';

type Fixtures = {
  /** Opens another phone or browser with an address of its own; closed at the end of the test. */
  readonly newDevice: (options?: BrowserContextOptions) => Promise<Device>;
  /** The first device of the test; `page` is its page. */
  readonly device: Device;
  /** A page for looking, signed in by the cookies until the next is opened: quicker than a new device, at one address. */
  readonly openPage: (cookies?: Cookies) => Promise<Page>;
};

type SharedFixtures = {
  /** Somebody who has just registered, once per worker: for tests that leave the account as it is. */
  readonly newcomer: Cookies;
  readonly keptBrowser: KeptBrowser;
};

const reported = 'errors the pages reported';

/** A page may ask for something to its last moment; who answers in its place must not fail when it is gone. One that a test has closed asks for nothing. */
async function endRoutes(pages: readonly Page[]): Promise<void> {
  const open = pages.filter((page) => !page.isClosed());
  await Promise.all(open.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** Playwright's test with devices. A test fails on everything its pages report as an error. */
export const test = base.extend<Fixtures, SharedFixtures>({
  newcomer: [
    async ({ browser }, use) => {
      const device = await openDevice(browser, {});
      await openNewcomer(device);
      const cookies = await device.context.storageState();
      await device.context.close();
      await use(cookies);
    },
    { scope: 'worker' },
  ],
  keptBrowser: [
    async ({ browser }, use) => {
      const keptBrowser = openKeptBrowser(browser);
      await use(keptBrowser);
      await keptBrowser.close();
    },
    { scope: 'worker' },
  ],
  newDevice: async ({ browser }, use) => {
    const devices: Device[] = [];
    await use(async (options = {}) => {
      const device = await openDevice(browser, options);
      devices.push(device);
      return device;
    });
    await Promise.all(devices.map(({ context }) => endRoutes(context.pages())));
    await Promise.all(devices.map(({ context }) => context.close()));
    expect(
      devices.flatMap(({ faults }) => faults),
      reported,
    ).toEqual([]);
  },
  openPage: async ({ keptBrowser }, use) => {
    const opened: Awaited<ReturnType<KeptBrowser['openPage']>>[] = [];
    await use(async (cookies) => {
      const one = await keptBrowser.openPage(cookies);
      opened.push(one);
      return one.page;
    });
    await endRoutes(opened.map(({ page }) => page));
    await Promise.all(opened.map(({ page }) => page.close()));
    expect(
      opened.flatMap(({ faults }) => faults),
      reported,
    ).toEqual([]);
  },
  device: async ({ newDevice }, use) => use(await newDevice()),
  page: async ({ device }, use) => use(device.page),
});
