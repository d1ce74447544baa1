import { randomInt } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { openApi, type Api } from './api.ts';

export type Device = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The wallet's API with this device's cookies. */
  readonly api: Api;
  /** Errors its pages reported so far. */
  readonly faults: readonly string[];
};

/** What a browser keeps of somebody who is signed in. */
export type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Opens a browser of its own: own cookies, own storage, own internet address. */
export async function openDevice(browser: Browser, options: BrowserContextOptions): Promise<Device> {
  const context = await browser.newContext({
    ...options,
    extraHTTPHeaders: { 'x-forwarded-for': randomAddress() },
  });
  const faults: string[] = [];
  context.on('weberror', (web) => void faults.push(String(web.error())));
  context.on('console', (message) => {
    // Chromium reports every refused request; what a refusal means to the person is for the tests to check.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) faults.push(message.text());
  });
  const page = await context.newPage();
  return { context, page, api: openApi(context.request), faults };
}

function randomAddress(): string {
  return [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
}
