import { expect, type Browser, type Page, type PlaywrightWorkerArgs } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { wholeChromium } from './browsers.ts';
import { toField, amountField } from './pages/transfer-page.ts';
import { openNewcomer } from './support/account.ts';
import { openDevice, type Device } from './support/device.ts';
import { drawQrPicture, writeFilm, type Pose } from './support/qr-pictures.ts';
import { test } from './support/test.ts';

// Goal: what a code says arrives in the form and nothing is ever sent by it; the camera is never left on. Method: Chromium
// plays films of real codes as its camera; refusals and missing cameras are the browser's own.

const scanPage = '/pages/index/scan';

/** A browser of its own whose camera plays `film`; without one, the camera's test picture. */
async function openCameraDevice(
  playwright: PlaywrightWorkerArgs['playwright'],
  camera: { readonly film?: string; readonly allowed: boolean },
): Promise<Device & { readonly browser: Browser }> {
  const browser = await playwright.chromium.launch({
    ...wholeChromium,
    args: [
      ...wholeChromium.args,
      '--use-fake-device-for-media-stream',
      ...(camera.allowed ? ['--use-fake-ui-for-media-stream'] : []),
      ...(camera.film === undefined ? [] : [`--use-file-for-fake-video-capture=${camera.film}`]),
    ],
  });
  const device = await openDevice(browser, {});
  await device.page.addInitScript(rememberCameras);
  await openNewcomer(device);
  return { ...device, browser };
}

/** Keeps every camera the page was given, to see afterwards whether it is released. */
function rememberCameras(): void {
  const tracks: MediaStreamTrack[] = [];
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
  Object.assign(globalThis, { givenCameras: tracks });
}

function cameraStates(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    (globalThis as unknown as { givenCameras: MediaStreamTrack[] }).givenCameras.map(({ readyState }) => readyState),
  );
}

const poses: readonly (readonly [name: string, pose: Pose])[] = [
  ['upright', {}],
  ['turned by a third', { rotatedDegrees: 120 }],
  ['small', { sidePx: 110 }],
  ['in the dark', { light: 0.18 }],
];

for (const [name, pose] of poses) {
  test(`the camera reads a code ${name}, fills in the transfer and is released`, async ({
    playwright,
    browser,
  }, testInfo) => {
    const to = freshAddress();
    const film = testInfo.outputPath('camera.mjpeg');
    await writeFilm(film, await drawQrPicture(browser, [to], pose));
    const { page, faults, browser: own } = await openCameraDevice(playwright, { film, allowed: true });
    await page.goto('/pages/index/index');
    await page.getByRole('link', { name: 'Scan' }).click();
    await page.waitForURL(`**/pages/index/transfer?to=${to}`);
    await expect(toField(page)).toHaveValue(to);
    await expect.poll(() => cameraStates(page)).toEqual(['ended']);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Home' })).toBeAttached();
    expect(faults).toEqual([]);
    await own.close();
  });
}

test('the camera is asked for, released when the page is left, and lights where it can', async ({ playwright }) => {
  const { page, browser } = await openCameraDevice(playwright, { allowed: true });
  await page.addInitScript(() => {
    // No camera of this machine has a light; what the page asks of one is written down.
    const asked: unknown[] = [];
    Object.assign(globalThis, { askedLights: asked });
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
    MediaStreamTrack.prototype.applyConstraints = async (wanted) => void asked.push(wanted);
  });
  await page.goto('/pages/index/index');
  await page.getByRole('link', { name: 'Scan' }).click();
  await page.getByRole('button', { name: 'Torch' }).click();
  await expect(page.getByRole('button', { name: 'Torch' })).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { askedLights: unknown[] }).askedLights))
    .toEqual([{ advanced: [{ torch: true }] }]);
  expect(await cameraStates(page)).toEqual(['live']);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'Scan' })).toBeVisible();
  await expect.poll(() => cameraStates(page)).toEqual(['ended']);
  await browser.close();
});

test('a refused camera and a missing one are told apart, and a photo does as well', async ({
  playwright,
  browser,
  device,
}) => {
  const refused = await openCameraDevice(playwright, { allowed: false });
  await refused.page.goto(scanPage);
  await expect(refused.page.getByText('Camera access is blocked')).toBeVisible();
  await refused.page.context().grantPermissions(['camera']);
  await refused.page.getByRole('button', { name: 'Try again' }).click();
  await expect(refused.page.locator('video')).toBeVisible();
  await refused.browser.close();

  await openNewcomer(device);
  const { page } = device;
  await page.goto(scanPage);
  await expect(page.getByText('No camera found')).toBeVisible();
  const to = freshAddress();
  await choosePhoto(page, await drawQrPicture(browser, [to], { rotatedDegrees: 8 }));
  await page.waitForURL(`**/pages/index/transfer?to=${to}`);
});

test('W08 codes that are not for this wallet say why, and lead nowhere', async ({ browser, device }) => {
  await openNewcomer(device);
  const { page } = device;
  await page.goto(scanPage);
  const show = async (...texts: string[]) => choosePhoto(page, await drawQrPicture(browser, texts, { sidePx: 260 }));
  const alert = page.getByRole('alert');

  await show('https://evil.example/pay?to=me');
  await expect(alert).toHaveText('Please scan the correct QR code');
  await show('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c');
  await expect(alert).toContainText('This is not a Tron address');
  await show(freshAddress(), freshAddress());
  await expect(alert).toContainText('more than one code');
  await show(`tron:${freshAddress()}?token=${freshAddress()}`);
  await expect(alert).toContainText('a token that this wallet doesn’t support');
  await choosePhoto(page, Buffer.from('no picture at all'));
  await expect(alert).toContainText('We can’t open this picture');

  await expect(page).toHaveURL(scanPage);
  // It has the form of a link that connects a site, and no key in it.
  await show('wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=00');
  await expect(alert).toContainText('This link doesn’t connect a site');
  expect((await device.api.walletConnections.listConnections({})).connections).toEqual([]);
  expect((await device.api.records.listRecords({ filter: 'all' })).records).toEqual([]);
});

test('a payment link with an amount of nothing named asks of what, and joins what the form had', async ({
  browser,
  device,
}) => {
  await openNewcomer(device);
  const { page } = device;
  const to = freshAddress();
  await page.goto(scanPage);
  await choosePhoto(page, await drawQrPicture(browser, [`tron:${to}?amount=12.5`]));
  await page.getByRole('dialog', { name: 'Which coin?' }).getByRole('button', { name: 'TRX' }).click();
  await expect(toField(page)).toHaveValue(to);
  await expect(amountField(page)).toHaveValue('12.5');

  await page.goto('/pages/index/transfer?coin=trx&memo=rent');
  await page.getByRole('button', { name: 'Scan' }).click();
  await page.waitForURL(`**${scanPage}?coin=trx&memo=rent`);
  await choosePhoto(page, await drawQrPicture(browser, [`tron:${to}?amount=3`]));
  await page.waitForURL(
    `**/pages/index/transfer?${new URLSearchParams({ coin: 'trx', to, amount: '3', memo: 'rent' })}`,
  );
});

async function choosePhoto(page: Page, picture: Buffer): Promise<void> {
  await page
    .getByLabel('Photo of a QR code')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: picture });
}
