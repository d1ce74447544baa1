import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
import { giveShareSheet } from './support/share-sheet.ts';
import { test } from './support/test.ts';

// Goal: *Share* does something on every device. Method: the receive page in browsers with a share sheet that takes pictures,
// with one that takes text alone, with one that fails, and with none; what the page hands over is read where it arrives.

test('a share sheet gets the address, and its picture where it takes pictures', async ({ device, newDevice }) => {
  const { address } = await openNewcomer(device);
  const cookies = await device.context.storageState();
  for (const sheet of ['pictures', 'text'] as const) {
    const { page, context } = await newDevice({ storageState: cookies });
    await context.addInitScript(giveShareSheet, sheet);
    await page.goto('/pages/index/receive');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect.poll(() => page.evaluate(() => window.handed?.text)).toBe(address);
    const files = await page.evaluate(() => window.handed?.files);
    if (sheet === 'text') expect(files).toEqual([]);
    else expect(files).toEqual([{ name: `${address}.png`, type: 'image/png', bytes: expect.any(Number) }]);
    if (sheet === 'pictures') expect(files?.[0]?.bytes).toBeGreaterThan(1_000);
  }
});

test('without a share sheet, or where it fails, the address is copied and the picture saved', async ({
  device,
  newDevice,
}) => {
  const { address } = await openNewcomer(device);
  const cookies = await device.context.storageState();
  for (const sheet of ['none', 'fails'] as const) {
    const { page, context } = await newDevice({ storageState: cookies });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addInitScript(giveShareSheet, sheet);
    await page.goto('/pages/index/receive');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Share' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`${address}.png`);
    expect((await readFile(await saved.path())).subarray(1, 4).toString()).toBe('PNG');
    await expect(page.getByText('Address copied · Image saved')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  }
});

test('where copying and saving fail as well, a screenshot is advised; where only saving fails, copying is', async ({
  device,
  newDevice,
}) => {
  const { address } = await openNewcomer(device);
  const cookies = await device.context.storageState();
  for (const isCopyRefused of [true, false]) {
    const { page, context } = await newDevice({ storageState: cookies });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addInitScript(giveShareSheet, 'none' as const);
    await context.addInitScript(leaveRoomFor, 1);
    if (isCopyRefused) await context.addInitScript(refuseCopying);
    await page.goto('/pages/index/receive');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('alert')).toContainText(
      isCopyRefused
        ? 'Copying and saving failed. You can take a screenshot.'
        : 'Saving failed. You can copy the address or take a screenshot.',
    );
    // What the screenshot is to show.
    await expect(page.getByRole('img', { name: `QR code of the address ${address}` })).toBeVisible();
  }
});

test('a browser without room for the picture still shares the address', async ({ device, newDevice }) => {
  const { address } = await openNewcomer(device);
  const { page, context } = await newDevice({ storageState: await device.context.storageState() });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(giveShareSheet, 'none' as const);
  await context.addInitScript(leaveRoomFor, 0);
  await page.goto('/pages/index/receive');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Address copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

/** Runs in the page: its browser keeps as many pictures and no more. */
function leaveRoomFor(pictures: number): void {
  const keep = URL.createObjectURL.bind(URL);
  let kept = 0;
  URL.createObjectURL = (picture) => {
    kept += 1;
    if (kept > pictures) throw new DOMException('no room', 'QuotaExceededError');
    return keep(picture);
  };
}

/** Runs in the page: both ways of copying fail. */
function refuseCopying(): void {
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  Document.prototype.execCommand = () => false;
}
