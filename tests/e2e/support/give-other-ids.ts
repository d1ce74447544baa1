import type { Page } from '@playwright/test';

/** From now on the page reads a list at `path` as if another device had replaced each thing in it by one that looks the same. */
export async function giveOtherIds(page: Page, path: string): Promise<void> {
  // The page may read the list again at any time: a thing that was replaced keeps the id that it got then.
  const given = new Map<string, string>();
  const replace = (id: string) => {
    const other = given.get(id) ?? crypto.randomUUID();
    given.set(id, other);
    return other;
  };
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const list = (await response.text()).replaceAll(/"id":"([^"]+)"/g, (_, id: string) => `"id":"${replace(id)}"`);
    await route.fulfill({ response, body: list });
  });
}
