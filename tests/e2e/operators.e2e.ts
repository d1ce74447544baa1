import { expect } from '@playwright/test';
import { consoleUrl } from './installation.ts';
import { enrolOperator, openDesk, signDecision } from './support/console.ts';
import { approveByFounder } from './support/founders.ts';
import { expectAccessible, expectNoOverflow, settled } from './support/looks.ts';
import { test } from './support/test.ts';

// Goal: an administrator reads on an operator's page how they sign in and what they did, and shuts one out with a second
// administrator; whoever was shut out is out at once. Method: two browsers with passkeys, and a founder who approves. With
// `E2E_PICTURES=yes` there are pictures for the eye.

const withPictures = process.env['E2E_PICTURES'] === 'yes';

test('an operator’s page has keys, history and what is proposed; who is disabled is signed out at once', async ({
  newDevice,
}, info) => {
  test.setTimeout(180_000);
  const desk = await openDesk(newDevice);
  const other = await openDesk(newDevice);
  const own = await enrolOperator(desk, 'adam', 'administrator');
  const name = await enrolOperator(other, 'rita', 'reviewer');

  await desk.goto(`${consoleUrl}/operators`);
  await desk.getByPlaceholder('Name or role').fill(name);
  await desk.getByRole('table', { name: 'Operators' }).getByRole('link', { name }).click();
  await desk.waitForURL(`${consoleUrl}/operators/${name}`);
  await expect(desk.getByText('The only key.')).toBeVisible();
  await expect(desk.getByRole('list', { name: 'Access' })).toContainText('Signed in');
  const history = desk.getByRole('table', { name: 'History' });
  await expect(history.getByRole('row', { name: /Passkey enrolled/ })).toBeVisible();
  await expect(history.getByRole('row', { name: new RegExp(`Operator invited.*${name}.*second`) })).toBeVisible();

  await desk.getByRole('button', { name: `Propose to disable ${name}` }).click();
  await desk.getByLabel('Reason, for the other administrators').fill('Left the company');
  await desk.getByRole('button', { name: `Propose to disable ${name}` }).click();
  await signDecision(desk, 'Propose this change of an operator', [name, 'Left the company']);
  await expect(desk.getByText('Waits for second approval')).toBeVisible();
  await expect(desk.getByText('You proposed this. Another administrator has to approve it.')).toBeVisible();
  // Until somebody else approves it, nothing has changed.
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  if (withPictures) {
    for (const [path, as] of [
      ['/operators', 'list'],
      [`/operators/${name}`, 'detail'],
    ] as const)
      for (const width of [1280, 820, 390]) {
        await desk.setViewportSize({ width, height: 900 });
        await desk.goto(consoleUrl + path);
        for (const colorScheme of ['light', 'dark'] as const) {
          await desk.emulateMedia({ colorScheme });
          await settled(desk);
          await desk.screenshot({
            path: info.outputPath(`operators-${as}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        }
        await desk.emulateMedia({ colorScheme: 'light' });
      }
    await desk.setViewportSize({ width: 1280, height: 800 });
  }

  await approveByFounder(name);
  await expect(desk.getByText(/^Disabled since/)).toBeVisible({ timeout: 30_000 });
  await expect(desk.getByText('Every session has ended.')).toBeVisible();
  await other.goto(`${consoleUrl}/reviews`);
  await other.waitForURL(/\/sign-in/);
  await expect(history.getByRole('row', { name: /Operator disabled.*Left the company/ })).toBeVisible();

  // Nobody proposes about themselves.
  await desk.goto(`${consoleUrl}/operators/${own}`);
  await expect(desk.getByText('This is about you. Another administrator has to propose it.').first()).toBeVisible();
  await expect(desk.getByRole('button', { name: `Propose to disable ${own}` })).toBeDisabled();
  for (const width of [1280, 820, 390]) {
    await desk.setViewportSize({ width, height: 900 });
    await expectNoOverflow(desk, `operator at ${width} px`);
  }
  await expectAccessible(desk, 'operator');
  await desk.goto(`${consoleUrl}/operators/nobody-here`);
  await expect(desk.getByText('This does not exist.')).toBeVisible();
});
