import type { Page } from '@playwright/test';

/** From now on the page is answered otherwise by what `url` matches, where no other person's state could be made so. */
export async function changeAnswer<Answer>(
  page: Page,
  url: string,
  changes: (answer: Answer) => Answer,
): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changes((await response.json()) as Answer) });
  });
}
