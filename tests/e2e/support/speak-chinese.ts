import { expect, type Page } from '@playwright/test';

/** Has the console speak Simplified Chinese, and waits until it does: the next page would open in the language before. */
export async function speakChinese(page: Page): Promise<void> {
  await page.getByLabel('Language').selectOption('简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
}
