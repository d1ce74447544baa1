import { expect, type Page } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { drawQrPicture } from '../support/qr-pictures.ts';
import type { Scene } from './scene.ts';

const scanPage = '/pages/index/scan';

async function choosePhotoOf(page: Page, text: string): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('a page without a browser');
  await page.goto(scanPage);
  const buffer = await drawQrPicture(browser, [text]);
  await page.getByLabel('Photo of a QR code').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}

export const scanScenes: readonly Scene[] = [
  {
    name: 'scan',
    as: 'newcomer',
    open: async (page) => {
      // A picture that stands still: what a camera shows is not ours to look at.
      await page.addInitScript(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        const draw = canvas.getContext('2d');
        if (draw === null) throw new Error('this browser does not draw');
        draw.fillStyle = '#8d8577';
        draw.fillRect(0, 0, 640, 480);
        navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(2);
        MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      });
      await page.goto(scanPage);
      await expect(page.getByRole('button', { name: 'Torch' })).toBeVisible();
    },
  },
  {
    name: 'scan-no-camera',
    as: 'newcomer',
    open: async (page) => {
      await page.goto(scanPage);
      await expect(page.getByText('No camera found')).toBeVisible();
    },
  },
  {
    name: 'scan-refused',
    as: 'newcomer',
    open: async (page) => {
      await page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      });
      await page.goto(scanPage);
      await expect(page.getByText('Camera access is blocked')).toBeVisible();
    },
  },
  {
    name: 'scan-wrong-code',
    as: 'newcomer',
    open: async (page) => {
      await choosePhotoOf(page, '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c');
      await expect(page.getByRole('alert')).toContainText('This is not a Tron address');
    },
  },
  {
    name: 'scan-which-coin',
    as: 'newcomer',
    open: async (page) => {
      await choosePhotoOf(page, `tron:${freshAddress()}?amount=12.5`);
      await expect(page.getByRole('dialog', { name: 'Which coin?' })).toBeVisible();
    },
  },
];
