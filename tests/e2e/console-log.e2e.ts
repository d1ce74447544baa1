import { expect, type Page } from '@playwright/test';
import { consoleUrl } from './installation.ts';
import { openNewcomer } from './support/account.ts';
import { enrolOperator, openDesk, openReviewer } from './support/console.ts';
import { lookAtConsole } from './support/look-at-console.ts';
import { personOf } from './support/person-of.ts';
import { speakChinese } from './support/speak-chinese.ts';
import { test } from './support/test.ts';

// Goal: whoever asks who did what to a person, and why, reads it in sentences and finds it without knowing a code. Method: a reviewer
// puts somebody on hold and takes it off; an operator who may only look finds both by person, words, action and day.

const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row');

test('what operators did is read in sentences, and found by person, words, action and day', async ({
  device,
  newDevice,
}, info) => {
  test.setTimeout(300_000);
  const outputPath = info.outputPath.bind(info);
  const { id, publicId } = await personOf((await openNewcomer(device)).walletId);
  const word = `fraud${Date.now().toString(36)}`;
  const rita = await openReviewer('rita');
  const hold = { to: 'frozen', id, reason: 'security', days: 3, note: `Bank called about ${word}` };
  expect((await rita.decide('/people/hold/question', '/people/hold', hold)).status).toBe(200);
  const free = { to: 'free', id, note: 'It was them' };
  expect((await rita.decide('/people/hold/question', '/people/hold', free)).status).toBe(200);

  const page = await openDesk(newDevice);
  const vito = await enrolOperator(page, 'vito', 'viewer');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(rows(page).filter({ hasText: `${vito} signed in` })).toHaveCount(1);
  await lookAtConsole(page, 'log', outputPath);

  const field = page.getByRole('searchbox', { name: 'Person, id, or words of a note' });
  await field.fill(publicId);
  await field.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText(
    /rita-\w+ ended the hold on the account of person \d{8}\s*“It was them”/,
  );
  await expect(rows(page).nth(1)).toContainText(
    new RegExp(`put the account of person ${publicId} on hold\\s*To protect the account: “Bank called about ${word}”`),
  );
  // To the second.
  await expect(rows(page).nth(0)).toContainText(/\d{1,2}:\d{2}:\d{2}/);

  await field.fill(word.slice(0, 8));
  await field.press('Enter');
  await expect(rows(page).filter({ hasText: word })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Hold ended by an operator');
  await expect(page.getByRole('main')).toContainText('No note or reason has these words');
  await lookAtConsole(page, 'log-nothing', outputPath);
  await field.fill(publicId);
  await field.press('Enter');
  await expect(rows(page)).toHaveCount(1);

  // Days of UTC stand in the address, which leads another operator to the same rows.
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('From').fill(today);
  await page.getByLabel('From').press('Enter');
  await expect(page).toHaveURL(new RegExp(`from=${today}`));
  await expect(page).toHaveURL(new RegExp(`search=${publicId}.*kind=person-unfrozen`));
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Until').fill('2026-01-01');
  await page.getByLabel('Until').press('Enter');
  await expect(rows(page)).toHaveCount(0);

  // The row as it was written, and the oldest first.
  await page.goto(`${consoleUrl}/log?search=${publicId}`);
  await page.getByRole('columnheader', { name: 'Time (UTC)' }).getByRole('button').click();
  await expect(rows(page).first()).toContainText('on hold');
  await rows(page)
    .first()
    .getByText(/^Row \d/)
    .click();
  await expect(rows(page).first()).toContainText('person-frozen');
  await expect(rows(page).first()).toContainText(id);
  await lookAtConsole(page, 'log-row', outputPath);

  await rows(page).first().getByRole('link', { name: publicId }).click();
  await page.waitForURL(`${consoleUrl}/people/${id}`);
  await speakChinese(page);
  await page.getByRole('link', { name: '审计日志' }).waitFor();
  await page.goto(`${consoleUrl}/log?search=${publicId}`);
  await expect(page.getByRole('main')).toContainText(`冻结了用户 ${publicId} 的账户`);
  await lookAtConsole(page, 'log-zh', outputPath);
});

test('people are a table that is searched, sorted and walked by keyboard; a contact is looked for with a row in the log', async ({
  device,
  newDevice,
}, info) => {
  test.setTimeout(240_000);
  const person = await personOf((await openNewcomer(device)).walletId);
  const page = await openDesk(newDevice);
  const vito = await enrolOperator(page, 'vito', 'viewer');
  await page.getByRole('link', { name: 'People', exact: true }).click();
  const people = page.getByRole('table', { name: 'People' });
  const links = people.locator('[data-row-link]');
  await expect(links.first()).toBeVisible();
  await lookAtConsole(page, 'people', info.outputPath.bind(info));
  await people.getByRole('columnheader', { name: 'Number' }).getByRole('button').click();
  await expect(people.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'ascending');
  const numbers = await links.allInnerTexts();
  expect(numbers).toEqual(numbers.toSorted());

  const field = page.getByRole('searchbox');
  await field.fill(person.publicId);
  await field.press('Enter');
  await expect(links).toHaveText([person.publicId]);
  await field.fill(person.contact);
  await field.press('Enter');
  await page.waitForURL(`${consoleUrl}/people/${person.id}`);
  await page.goto(`${consoleUrl}/log?operator=${vito}&kind=person-sought`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`${vito} found person ${person.publicId} by phone or e-mail`);
});
