import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { consoleUrl } from './installation.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { enrolOperator, openDesk } from './support/console.ts';
import { expectHarmless, image, payloads, poison, watchCanary } from './support/hostile.ts';
import { settled } from './support/looks.ts';
import { findReview } from './support/operator.ts';
import { sendByApi } from './support/send-by-api.ts';
import { test } from './support/test.ts';

// Goal: what people write cannot act in the place of the operator who reads it. Method: markup that calls a function of the
// test if it runs: first written by a person and looked at where it comes up, then in every text the console's API answers.

/** What stands in the console in somebody's own words. */
const spoken = new Set([
  'name',
  'memo',
  'note',
  'text',
  'subject',
  'body',
  'label',
  'device',
  'said',
  'title',
  'externalId',
  'platform',
  'masked',
  'operator',
  'by',
  'publicId',
  'proposedBy',
]);

test('O13 markup that a person wrote stands before the operator as they wrote it, and 300 payloads in what the console’s API says run nowhere', async ({
  device,
  newDevice,
}) => {
  test.setTimeout(240_000);
  const account = await openAccount(device, { usdt: toUnits('usdt', '15000') });
  const to = freshAddress();
  await sendByApi(account, { assetId: 'usdt', to, amount: '6000', memo: image });
  const subject = `</p>${image}`;
  await account.api.complaints.fileComplaint({
    key: randomUUID(),
    subject,
    text: `<script>canary()</script>${image}`,
    recordId: null,
  });
  const { id } = await findReview(to);

  const page = await openDesk(newDevice);
  await enrolOperator(page, 'olga', 'administrator');
  const ran = await watchCanary(page);
  for (const [path, text] of [
    [`/reviews/${id}`, image],
    ['/complaints', subject],
  ] as const) {
    await page.goto(consoleUrl + path);
    await expect(page.getByText(text).first(), path).toBeVisible();
    await expectHarmless(page, path);
  }
  await page.goto(`${consoleUrl}/reviews/${id}`);
  const person = await page.getByRole('main').locator('a[href*="/people/"]').first().getAttribute('href');

  const poisoned = poison(spoken);
  await page.route('**/console/api/**', async (route) => {
    const answer = await route.fetch();
    if (answer.headers()['content-type']?.startsWith('application/json') !== true)
      return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: poisoned.of(await answer.json()) });
  });
  const pages = [
    `/reviews/${id}`,
    ...['', '/security', '/devices', '/messages', '/notes', '/holds'].map(
      (tab) => `${(person ?? '').replace(/^\/console/, '')}${tab}`,
    ),
    '/entries',
    '/activities',
    '/changes',
    '/terms',
    '/announcements',
    '/complaints',
    '/resolutions',
    '/stuck',
    '/quarantine',
    '/transactions',
    '/people',
    '/first-steps',
    '/treasury',
    '/books',
    '/books/journals',
    '/books/days',
    '/switches',
    '/screening',
    '/webhooks',
    '/keys',
    '/notices',
    '/operators',
    '/operators/olga',
    '/log',
  ];
  // A small installation has few texts: the pages are opened again until every payload had its turn.
  for (let round = 0; round < 8 && poisoned.used() < payloads.length; round += 1) {
    for (const path of pages) {
      await page.goto(consoleUrl + path);
      await settled(page);
      await expectHarmless(page, path);
    }
    // What the search everywhere finds is drawn over whatever page is open.
    await page.keyboard.press('Control+K');
    await page.keyboard.type('olga');
    await expect(page.getByRole('dialog', { name: 'Search everywhere' }).getByRole('option').first()).toBeVisible();
    await expectHarmless(page, 'search everywhere');
    await page.keyboard.press('Escape');
  }
  expect(poisoned.used(), 'texts that were replaced').toBeGreaterThanOrEqual(payloads.length);
  expect(ran()).toBe(0);
});
