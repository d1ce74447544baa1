import { expect, type Locator, type Page } from '@playwright/test';
import { verifySheet } from './pages/transfer-page.ts';
import { allScenes } from './scenes/all-scenes.ts';
import { test } from './scenes/scene-test.ts';
import { settled } from './support/looks.ts';

// Goal: who has the system choose all colours (Windows’ high contrast) still sees where the focus is, what is chosen, what
// cannot be pressed and how far something has come. Method: each scene is looked at with forced colours; the same place is
// photographed in two states that differ in nothing but the state, and the two pictures have to differ.

async function openForced(openScene: (scene: (typeof allScenes)[number]) => Promise<Page>, name: string) {
  const scene = allScenes.find((each) => each.name === name);
  if (scene === undefined) throw new Error(`no scene ${name}`);
  const page = await openScene(scene);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await settled(page);
  return page;
}

/** As the page is drawn there, without a caret and with nothing moving, and a little around it: outlines lie outside. */
async function look(place: Locator): Promise<string> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (box === null) throw new Error('nothing is drawn there');
  const around = 6;
  const [x, y] = [Math.max(0, box.x - around), Math.max(0, box.y - around)];
  const clip = { x, y, width: box.width + 2 * around, height: box.height + 2 * around };
  return (await place.page().screenshot({ clip, animations: 'disabled' })).toString('base64');
}

/** Whether `change` is seen at a place. */
async function expectSeen(what: string, place: Locator, change: () => Promise<unknown>): Promise<void> {
  const before = await look(place);
  await change();
  expect.soft((await look(place)) === before, `${what} is seen`).toBe(false);
}

const blur = (page: Page): Promise<void> =>
  page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));

/** Buttons, fields and cards that nothing but a background would tell from what is around them. */
async function expectEdges(page: Page, name: string): Promise<void> {
  const without = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.button:not(.button-text), .icon-button, .control, .card, .alert, .sheet[open], .dock',
      ),
    ]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => getComputedStyle(element).borderTopWidth === '0px')
      .map((element) => element.className),
  );
  expect.soft(without, `without an edge on ${name}`).toEqual([]);
}

test('with forced colours the login shows its focus, what is chosen and every edge', async ({ openScene }) => {
  const page = await openForced(openScene, 'login');
  await expectEdges(page, 'login');
  const password = page.getByLabel('Password', { exact: true });
  const field = page.locator('.control', { has: password });
  await blur(page);
  await expectSeen('the focus of a field', field, () => password.focus());

  const kinds = page
    .getByRole('group')
    .filter({ has: page.getByRole('radio') })
    .first();
  const radios = kinds.getByRole('radio');
  const chosen = kinds.locator('label', { has: page.locator(':checked') });
  await blur(page);
  // By the keyboard: a focus given by a script after a pointer is not drawn.
  await page.keyboard.press('Tab');
  await blur(page);
  await expectSeen('the focus of what is chosen', chosen, () => kinds.getByRole('radio', { checked: true }).focus());
  await blur(page);
  await expectSeen('what is chosen', kinds, () =>
    radios.evaluateAll((all) => {
      for (const radio of all) (radio as HTMLInputElement).checked = !(radio as HTMLInputElement).checked;
    }),
  );
});

test('with forced colours the tabs show where one is, and disabled buttons that they are', async ({ openScene }) => {
  const home = await openForced(openScene, 'home');
  await expectEdges(home, 'home');
  const tabs = home.locator('.tab-item');
  const tab = tabs.nth(await tabs.evaluateAll((all) => all.findIndex((each) => each.hasAttribute('aria-current'))));
  // Apart from the weight of its word, which alone is little.
  await tab.evaluate((element) => (element.style.fontWeight = '500'));
  await expectSeen('the current tab', tab, () => tab.evaluate((element) => element.removeAttribute('aria-current')));

  const page = await openForced(openScene, 'transfer-without-money');
  await expectEdges(page, 'transfer');
  const button = page.locator('.page-foot').getByRole('button');
  await expectSeen('that a button is disabled', button, () =>
    button.evaluate((element) => ((element as HTMLButtonElement).disabled = true)),
  );
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await blur(page);
  await expectSeen('the focus of the amount', page.locator('.control', { has: amount }), () => amount.focus());
});

test('with forced colours a code shows its digits and where the next one goes', async ({ openScene }) => {
  const page = await openForced(openScene, 'transfer-verify');
  await expectEdges(page, 'transfer-verify');
  const [given, asked] = [
    verifySheet(page).locator('.code-boxes').first(),
    verifySheet(page).locator('.code-boxes').last(),
  ];
  await blur(page);
  await expectSeen('where the next digit goes', asked, () => asked.getByRole('textbox').focus());
  const digit = given.locator('i').first();
  await expectSeen('a digit that was typed', given, () =>
    digit.evaluate((drawn) => (drawn.style.visibility = 'hidden')),
  );
});

test('with forced colours a switch shows whether it is on', async ({ openScene }) => {
  const page = await openForced(openScene, 'settings');
  await expectEdges(page, 'settings');
  const control = page.getByRole('switch').first();
  await expectSeen('that a switch is on', control, () =>
    control.evaluate((element) => {
      // What is drawn alone: nothing is set for the person.
      (element as HTMLInputElement).checked = !(element as HTMLInputElement).checked;
    }),
  );
  await blur(page);
  await page.keyboard.press('Tab');
  await blur(page);
  await expectSeen('the focus of a switch', control, () => control.focus());
});

test('with forced colours a share of the pool and confirmations are seen by more than their colour', async ({
  openScene,
}) => {
  const page = await openForced(openScene, 'reward');
  await expectEdges(page, 'reward');
  const share = page.locator('.reward-share > i');
  await expectSeen('the share of the pool', page.locator('.reward-share'), () =>
    share.evaluate((element) => (element.style.visibility = 'hidden')),
  );

  const arriving = await openForced(openScene, 'receive-arriving');
  const ticks = (which: string): Promise<string[]> =>
    arriving
      .locator(`.ring-tick${which}`)
      .evaluateAll((all) => [...new Set(all.map((tick) => getComputedStyle(tick).strokeWidth))]);
  const [done, open] = [await ticks('.ring-tick-done'), await ticks(':not(.ring-tick-done)')];
  expect(open).toEqual(['1.5px']);
  expect(done.filter((width) => Number.parseFloat(width) > 3)).toEqual(done);
});
