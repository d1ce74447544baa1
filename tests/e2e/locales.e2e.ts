import { expect, type Page } from '@playwright/test';
import { chooseLocale } from '@tern/locales/choose-locale';
import { locales, type Locale } from '@tern/locales/locales';
import { unknownToBrowsers } from '../../apps/web/build/write-formats.ts';
import { allScenes } from './scenes/all-scenes.ts';
import { test } from './scenes/scene-test.ts';
import { expectAccessible, expectNoOverflow, expectNothingCut, settled } from './support/looks.ts';
import { routes } from './support/routes.ts';

// Goal: every page is whole in every language, with its real words and its direction, on a small phone. Method:
// `npm run e2e -- --locales all` opens every page in every language, and has axe look at each in both themes, once for
// each script. `npm test` has the looks of each scene instead (looks.e2e.ts), with the languages in turn.

const smallPhone = { width: 360, height: 780 };
const campaign = process.env['E2E_LOCALES'] === 'all' ? locales.filter(({ id }) => id !== 'en') : [];

const scripts = locales.map(({ id }) => new Intl.Locale(id).maximize().script ?? '');

/** Whether it is the first language of its script. */
function leads(locale: Locale): boolean {
  const index = locales.indexOf(locale);
  return scripts.indexOf(scripts[index] ?? '') === index;
}

async function expectWhole(page: Page, what: string, locale: Locale): Promise<void> {
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('lang', locale.id);
  await expect(page.locator('html')).toHaveAttribute('dir', locale.direction);
  await expectNoOverflow(page, what);
  await expectNothingCut(page, what);
}

for (const locale of campaign) {
  test(`every page is whole in ${locale.id}`, async ({ openScene }) => {
    test.setTimeout(600_000);
    for (const [access, start] of [
      ['open', 'login'],
      ['inside', 'home'],
    ] as const) {
      const scene = allScenes.find(({ name }) => name === start);
      if (scene === undefined) throw new Error(`no scene ${start}`);
      const page = await openScene(scene);
      await page.evaluate((id) => localStorage.setItem('language', id), locale.id);
      await page.setViewportSize(smallPhone);
      for (const { path } of routes.filter((route) => route.access === access)) {
        const what = `${path} in ${locale.id}`;
        await page.goto(path);
        await expectWhole(page, what, locale);
        if (!leads(locale)) continue;
        await expectAccessible(page, what);
        await page.emulateMedia({ colorScheme: 'dark' });
        await settled(page);
        await expectAccessible(page, `${what} in dark`, 'contrast');
        await page.emulateMedia({ colorScheme: 'light' });
      }
      await page.close();
    }
  });
}

test('a browser that prefers Chinese of Hong Kong is greeted in traditional characters', async ({ newDevice }) => {
  const { page } = await newDevice({ locale: 'zh-HK' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', chooseLocale(['zh-HK']).id);
  await settled(page);
});

test('what a browser cannot write in a language, the app brings along: no other one is written half in English', async ({
  newDevice,
}) => {
  const { page } = await newDevice();
  const ids = locales.map(({ id }) => id);
  const unknown = await page.evaluate(
    (all) =>
      all.filter((id) => {
        const isNamed = Intl.DateTimeFormat.supportedLocalesOf(id).length > 0;
        const written = new Intl.DateTimeFormat(id, { month: 'long', timeZone: 'UTC' }).format(0);
        return !isNamed || /^M?0?1$/.test(written);
      }),
    ids,
  );
  expect(unknown.filter((id) => !unknownToBrowsers.includes(id))).toEqual([]);
});

test('a code is asked of a region named in a language the browser does not know', async ({ newDevice }) => {
  const { page } = await newDevice();
  await page.addInitScript(() => localStorage.setItem('language', 'km'));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'km');
  await expect(page.getByRole('banner').getByText('ខ្មែរ')).toBeVisible();
  await page.locator('button.control-prefix').click();
  await expect(page.getByText(new Intl.DisplayNames('km', { type: 'region' }).of('DE') ?? '')).toBeVisible();
});
