import { expect, type Page, type Route } from '@playwright/test';
import { enrolOperator, openDesk } from './support/console.ts';
import { test } from './support/test.ts';

// Goal: every list and every form goes through its states in the same way, whatever it is about. Method: one page of each
// kind, and a table of the console, with the answers they live on made up: held back, refused, and let through.

const problem = (code: string, data?: unknown) => ({
  status: 422,
  json: { defined: true, code, status: 422, message: '', data },
});
const tooMany = { ...problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 }), status: 429 };

function event(number: number) {
  const id = `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;
  return { id, kind: 'signed-in', at: '2026-01-02T03:04:05.000Z', device: `Device ${number}`, ip: null };
}

const pageOf = (from: number, nextCursor: string | null) => ({
  events: Array.from({ length: 20 }, (_, at) => event(from + at)),
  nextCursor,
});

test.describe('a list', () => {
  test('goes on by itself, stops where the next page fails, goes on when asked, and ends', async ({
    newDevice,
    newcomer,
  }) => {
    const { page } = await newDevice({ storageState: newcomer });
    let asked = 0;
    await page.route('**/api/identity/security-events*', async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor');
      if (cursor === null) return route.fulfill({ json: pageOf(1, event(20).id) });
      asked += 1;
      if (asked === 1) return route.fulfill(tooMany);
      return route.fulfill({ json: pageOf(21, null) });
    });
    await page.goto('/pages/my/security-history');
    await expect(page.getByText(/Device 20$/)).toBeAttached();
    await page.getByText(/Device 20$/).scrollIntoViewIfNeeded();
    const refusal = page.getByRole('alert').filter({ hasText: 'Network error, try again later' });
    await expect(refusal).toBeVisible();
    await expect(page.getByText('You’ve reached the end')).toHaveCount(0);
    expect(asked).toBe(1);

    await refusal.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/Device 40$/)).toBeAttached();
    await expect(refusal).toHaveCount(0);
    await expect(page.getByText('You’ve reached the end')).toBeAttached();
    expect(asked).toBe(2);
  });

  test('without items says so instead of an end', async ({ newDevice, newcomer }) => {
    const { page } = await newDevice({ storageState: newcomer });
    await page.route(/\/api\/messages(?:\?|$)/, (route) => route.fulfill({ json: { messages: [], nextCursor: null } }));
    await page.goto('/pages/my/message');
    await expect(page.getByText('No messages')).toBeVisible();
    await expect(page.getByText('You’ve reached the end')).toHaveCount(0);
  });
});

test.describe('a table of the console', () => {
  const action = (seq: number) => ({
    seq,
    operator: 'vera',
    kind: 'operator-signed-in',
    subject: `desk-${seq}`,
    about: null,
    details: '{}',
    at: '2026-01-02T03:04:05.000Z',
    hash: 'c0ffee'.repeat(8),
  });
  const newest = { actions: [action(4), action(3)], searchedAs: null, next: 3 };
  const oldest = { actions: [action(2), action(1)], searchedAs: null, next: null };

  async function openLog(page: Page) {
    const held: Route[] = [];
    await page.route(/\/console\/api\/log(?:\?|$)/, (route) => void held.push(route));
    /** Answers what was asked last, once it is asked. */
    const answer = async (response: { status?: number; json: unknown }) => {
      await expect.poll(() => held.length).toBe(1);
      await held.pop()?.fulfill(response);
    };
    await page.getByRole('link', { name: 'Audit log' }).click();
    return { held, answer };
  }

  test('waits in its shape, says why it failed, and goes on to its end when asked', async ({ newDevice }) => {
    const page = await openDesk(newDevice);
    await enrolOperator(page, 'lars', 'viewer');
    const { held, answer } = await openLog(page);
    const main = page.getByRole('main');
    const rows = main.locator('tbody').getByRole('row');
    const more = main.getByRole('button', { name: 'Earlier rows' });
    await expect(main.locator('[aria-busy="true"]')).toBeVisible();
    await expect(main.getByText('No rows')).toHaveCount(0);
    await answer(tooMany);
    const failed = main.getByRole('alert');
    await expect(failed).toContainText('Too many tries from this place. Wait a while.');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await answer({ json: newest });
    await expect(rows).toHaveCount(2);
    await expect(failed).toHaveCount(0);

    // Nothing further is asked for until somebody presses, and a second press asks for nothing more.
    expect(held).toHaveLength(0);
    await more.click();
    await expect(more).toHaveAttribute('aria-busy', 'true');
    await more.click({ force: true });
    await answer(tooMany);
    await expect(failed).toHaveText('Too many tries from this place. Wait a while.');
    await expect(rows).toHaveCount(2);
    await more.click();
    await answer({ json: oldest });
    await expect(rows).toHaveCount(4);
    await expect(failed).toHaveCount(0);
    await expect(more).toHaveCount(0);
  });

  test('that cannot be read again stays and says why; without rows it says so', async ({ newDevice }) => {
    const page = await openDesk(newDevice);
    await enrolOperator(page, 'mila', 'viewer');
    const { held, answer } = await openLog(page);
    const main = page.getByRole('main');
    const rows = main.locator('tbody').getByRole('row');
    await answer({ json: oldest });
    await expect(rows).toHaveCount(2);
    // What is read again when somebody comes back to the page is what is older than a few seconds.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect.poll(() => held.length, { timeout: 1000 }).toBe(1);
    }).toPass();
    await answer(tooMany);
    await expect(main.getByRole('alert')).toHaveText('Too many tries from this place. Wait a while.');
    await expect(rows).toHaveCount(2);

    await main.getByRole('combobox', { name: 'Action' }).selectOption('Flow stopped');
    await answer({ json: { actions: [], searchedAs: null, next: null } });
    await expect(main.getByText('No row passes all filters. Take one away.')).toBeVisible();
    await expect(main.getByRole('table')).toHaveCount(0);
    await expect(main.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('a form', () => {
  const email = (page: Page) => page.getByLabel('E-mail address');
  const send = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true });

  async function openLogin(page: Page) {
    const held: Route[] = [];
    await page.route('**/api/identity/login', (route) => void held.push(route));
    await page.goto('/pages/login/index');
    await page.getByRole('group', { name: 'Contact method' }).getByText('E-mail').click();
    return held;
  }

  test('with faults is not sent, and leads to the first of them', async ({ page }) => {
    const held = await openLogin(page);
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(email(page)).toBeFocused();
    await expect(email(page)).toHaveAccessibleDescription(/Enter an e-mail address/);
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Enter your password');
    await email(page).fill('anna@example.org');
    await expect(email(page)).not.toHaveAttribute('aria-invalid');
    expect(held).toHaveLength(0);
  });

  test('that is under way is not sent a second time, by key or by press', async ({ page }) => {
    const held = await openLogin(page);
    await email(page).fill('anna@example.org');
    await page.getByLabel('Password', { exact: true }).fill('blue harbour');
    await page.keyboard.press('Enter');
    await expect(send(page)).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Enter');
    // Playwright would wait until the button can be pressed again.
    await send(page).click({ force: true });
    // Not even when something else is written meanwhile.
    await page.getByLabel('Password', { exact: true }).fill('blue harbour 47');
    await page.keyboard.press('Enter');
    await expect(send(page)).toHaveAttribute('aria-busy', 'true');
    expect(held).toHaveLength(1);
  });

  test('shows what is refused beside its field and leads there; changing it takes that back', async ({ page }) => {
    const held = await openLogin(page);
    await email(page).fill('anna@example.org');
    await page.getByLabel('Password', { exact: true }).fill('blue harbour');
    await page.keyboard.press('Enter');
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.fulfill(problem('EMAIL_INVALID'));
    await expect(email(page)).toHaveAccessibleDescription(/Enter an e-mail address/);
    await expect(email(page)).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await email(page).fill('anna@example.com');
    await expect(email(page)).not.toHaveAttribute('aria-invalid');
  });

  test('says what no field can say above its button, with the way to support', async ({ page }) => {
    const held = await openLogin(page);
    await email(page).fill('anna@example.org');
    await page.getByLabel('Password', { exact: true }).fill('blue harbour');
    await page.keyboard.press('Enter');
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.fulfill(problem('CREDENTIALS_WRONG'));
    const refusal = page.getByRole('alert').filter({ hasText: 'The account or the password is wrong.' });
    await expect(refusal).toBeVisible();
    await expect(refusal.getByRole('link', { name: 'Contact support' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('blue harbour 47');
    await expect(refusal).toHaveCount(0);
  });
});
