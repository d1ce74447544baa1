import { expect, type Page } from '@playwright/test';
import { openPushService, type PushService } from '../../packages/server/src/people/push/testing/push-service.ts';
import { openReceiver, type Receiver } from '../../packages/server/src/people/push/testing/receiver.ts';
import { wholeChromium } from './browsers.ts';
import { installation } from './installation.ts';
import { getWallet, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import { logOut } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: whoever wants it is told while the app is closed, and only the device reads what. Method: the switch, the server
// and the service worker are real; the push service is one on loopback, which checks signatures, since the browser's own
// is out of reach of a test. What it took is given to the service worker by the browser's own way for that.

test.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: wholeChromium });
// They share the push service, which has one address.
test.describe.configure({ mode: 'default' });

let service: PushService;
test.beforeAll(async () => {
  service = await openPushService(Number(new URL(installation.PUSH_SERVICES).port));
});
test.afterAll(() => service.close());

const switchName = 'On this device, also while the app is closed';

/** Gives the page a subscription at our push service in place of one at the browser's. */
async function subscribeHere(page: Page, path: string, { keys }: Receiver): Promise<void> {
  const encode = (key: Uint8Array): string => Buffer.from(key).toString('base64url');
  const json = { endpoint: service.url + path, keys: { p256dh: encode(keys.p256dh), auth: encode(keys.auth) } };
  await page.addInitScript((subscription) => {
    const kept = 'push-of-the-test';
    const own = {
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem(kept);
        return true;
      },
    } as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) === null ? null : own);
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(kept, 'yes');
      return own;
    };
  }, json);
}

/** Switches it on and waits until the server knows of it: the switch shows what was asked for before it is so. */
async function switchOn(page: Page): Promise<void> {
  await page.goto('/pages/my/message');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.getByRole('button', { name: 'Notify me about' }).click();
  const known = page.waitForResponse('**/api/push/subscription');
  await page.getByRole('switch', { name: switchName }).check();
  await known;
}

/** What a device was told, as only it can read it. What is sent once more takes its own place on the device. */
function toldAt(path: string, receiver: Receiver): readonly { readonly id: string; readonly title: string }[] {
  const told = service.arrived
    .filter((arrived) => arrived.path === path)
    .map(({ body }) => JSON.parse(receiver.decrypt(body)) as { id: string; title: string });
  return [...new Map(told.map((one) => [one.id, one])).values()];
}

test('a device that wants it is told of what arrives, with dots where balances are hidden, and forgets it with the logout', async ({
  device,
}) => {
  const { page, context, api } = device;
  const receiver = openReceiver();
  await openNewcomer(device);
  await subscribeHere(page, '/push/device', receiver);
  const { address } = await getWallet(api);
  await switchOn(page);
  const texts = (): readonly { readonly id: string; readonly title: string }[] => toldAt('/push/device', receiver);

  await faucet(address, 'trx', toUnits('trx', '3'));
  await expect.poll(() => texts().map(({ title }) => title)).toEqual(['3.00 TRX received']);
  const [told] = texts();

  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const delivery = {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(told),
  };
  // A browser that could not start the service worker in time drops what came; the push service then delivers it again.
  await expect
    .poll(async () => {
      await devtools.send('ServiceWorker.deliverPushMessage', delivery);
      return page.evaluate(async () => {
        const shown = await (await navigator.serviceWorker.ready).getNotifications();
        return shown.map(({ title, tag }) => ({ title, id: tag }));
      });
    })
    .toEqual([{ title: '3.00 TRX received', id: told?.id }]);

  await page.goto('/pages/index/index');
  const renewed = page.waitForResponse('**/api/push/subscription');
  await page.getByRole('button', { name: 'Hide balances' }).click();
  await renewed;
  await faucet(address, 'trx', toUnits('trx', '4'));
  await expect.poll(() => texts().map(({ title }) => title)).toContain('•••• TRX received');

  await page.goto('/pages/my/index');
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  // The server's end of it ends with the session (deliver-pushes.db.test.ts); this is the browser's.
  expect(await page.evaluate(() => localStorage.getItem('push-of-the-test'))).toBeNull();
});

test('clearing the cache switches nothing off: the device is told as before and keeps the app', async ({ device }) => {
  const { page, api } = device;
  const receiver = openReceiver();
  await openNewcomer(device);
  await subscribeHere(page, '/push/cleared', receiver);
  const { address } = await getWallet(api);
  await switchOn(page);
  await expect(page.getByRole('switch', { name: switchName })).toBeChecked();

  await page.goto('/pages/my/setting');
  await page.getByRole('button', { name: /^Clear cache/ }).click();
  await expect(page.getByText('Cache cleared')).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true);

  await page.goto('/pages/my/message');
  await page.getByRole('button', { name: 'Notify me about' }).click();
  await expect(page.getByRole('switch', { name: switchName })).toBeChecked();
  await faucet(address, 'trx', toUnits('trx', '5'));
  await expect.poll(() => toldAt('/push/cleared', receiver).map(({ title }) => title)).toEqual(['5.00 TRX received']);
});
