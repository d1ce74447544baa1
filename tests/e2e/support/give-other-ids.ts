import type { Page } from '@playwright/test';

/** From now on the page reads a list at `path` as if another device had replaced each thing in it by one that looks the same. */
export async function giveOtherIds(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const list = (await response.text()).replaceAll(/"id":"[^"]+"/g, () => `"id":"${crypto.randomUUID()}"`);
    await route.fulfill({ response, body: list });
  });
}
