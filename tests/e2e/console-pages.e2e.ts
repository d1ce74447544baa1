import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { operatorRoles, type OperatorRole } from '@tern/contracts/routes/console-access';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { consoleUrl } from './installation.ts';
import { openAccount } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { consolePages, isOfPage, mayAsk } from './support/console-pages.ts';
import { enrolOperator, openDesk } from './support/console.ts';
import { settled } from './support/looks.ts';
import { sendByApi } from './support/send-by-api.ts';
import { test } from './support/test.ts';

// Goal: every page of the console is opened by each role in a browser: it is there for whoever may see it, and says in words to others
// that it is not for them. Method: the pages of the console's own router, found by the links on others; the rights of the server's
// own table, compared with what each page asked and was answered.

const refusal = 'Your role does not allow this.';
const nothing = '00000000-0000-4000-8000-000000000000';

type Answered = { readonly method: string; readonly path: string; readonly status: number };
type Desk = {
  readonly page: Page;
  readonly role: OperatorRole;
  readonly answers: Answered[];
  readonly links: Set<string>;
};

/** A browser in which an operator of this role is signed in, with all that the server answers it. */
async function openRole(page: Page, role: OperatorRole): Promise<Desk> {
  const answers: Answered[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const [, path] = /^\/console\/api(\/.*)$/.exec(pathname) ?? [];
    if (path !== undefined) answers.push({ method: response.request().method(), path, status: response.status() });
  });
  await enrolOperator(page, `all-${role}`, role);
  return { page, role, answers, links: new Set() };
}

/** Opens a page and compares it with the rights of the role. Returns whether it was refused. */
async function visit({ page, role, answers, links }: Desk, path: string): Promise<boolean> {
  answers.length = 0;
  // A tab asks only once it is known whose it is.
  await page.goto(consoleUrl + path, { waitUntil: 'networkidle' });
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 }), `${path} as ${role}`).not.toHaveText('Page not found');
  const known = answers.filter((answer) => mayAsk(role, answer) !== undefined);
  expect(known.length, `${path} asks the server`).toBeGreaterThan(0);
  for (const answer of known)
    expect(answer.status === 403, `${answer.method} ${answer.path} on ${path} as ${role}`).toBe(!mayAsk(role, answer));
  const isRefused = known.some(({ status }) => status === 403);
  const shown = page.getByRole('main').getByText(refusal);
  if (isRefused) await expect(shown.first(), `${path} as ${role}`).toBeVisible();
  else await expect(shown, `${path} as ${role}`).toHaveCount(0);
  for (const href of await page
    .locator('a[href^="/console/"]')
    .evaluateAll((found) => found.map((a) => a.getAttribute('href') ?? '')))
    links.add(new URL(href, consoleUrl).pathname.replace('/console', ''));
  return isRefused;
}

/** The addresses at which a page is opened: one thing that is linked, with all its tabs; or one that does not exist. */
function addressesOf(found: string, linked: ReadonlySet<string>): readonly string[] {
  const bare = found.replace(/\/:\w+\?$/, '');
  const isTabbed = bare !== found && bare.includes(':');
  const [first] = [...linked].filter((path) => isOfPage(isTabbed ? bare : found, path) && path !== bare);
  if (first === undefined) return [found.replaceAll(/:\w+\??/g, nothing)];
  return isTabbed ? [...linked].filter((path) => path === first || path.startsWith(`${first}/`)) : [first];
}

test('O10 every page opens in a browser for each role that may see it, and says to the others that it is not theirs', async ({
  device,
  newDevice,
}, info) => {
  test.setTimeout(900_000);
  expect(consolePages.length).toBeGreaterThan(30);
  const account = await openAccount(device, { usdt: toUnits('usdt', '30000') });
  await sendByApi(account, { assetId: 'usdt', to: freshAddress(), amount: '12500' });
  const desks: Desk[] = [];
  for (const role of operatorRoles) desks.push(await openRole(await openDesk(newDevice), role));

  const opened = new Map<string, Readonly<Record<string, string>>>();
  const openForAll = async (path: string): Promise<void> => {
    if (opened.has(path)) return;
    const row = await Promise.all(
      desks.map(async (desk) => [desk.role, (await visit(desk, path)) ? 'refused' : 'opened'] as const),
    );
    opened.set(path, Object.fromEntries(row));
  };
  for (const page of consolePages)
    if (!page.replace(/\/:\w+\?$/, '').includes(':')) await openForAll(page.replace(/\/:\w+\?$/, ''));
  // What is in the menu opens, and what is not in it is refused; an operator's own page is in it, too.
  const menus = await Promise.all(
    desks.map(async ({ page }) =>
      page
        .getByRole('navigation', { name: 'Console' })
        .getByRole('link')
        .evaluateAll((found) => found.map((a) => (a.getAttribute('href') ?? '').replace('/console', '') || '/')),
    ),
  );
  for (const path of new Set(menus.flat().filter((each) => opened.has(each))))
    for (const [at, { role }] of desks.entries())
      expect(opened.get(path)?.[role], `${path} in the menu of ${role}`).toBe(
        menus[at]?.includes(path) ? 'opened' : 'refused',
      );
  // One thing of each kind, with what its own page links to.
  for (const page of consolePages.filter((each) => each.includes(':'))) {
    const linked = () => new Set(desks.flatMap(({ links }) => [...links]));
    for (const path of addressesOf(page, linked())) await openForAll(path);
    for (const path of addressesOf(page, linked())) await openForAll(path);
  }
  for (const page of consolePages)
    expect(
      [...opened.keys()].some((path) => isOfPage(page, path)),
      page,
    ).toBe(true);
  const table = [...opened].map(([path, row]) => [path, ...operatorRoles.map((role) => row[role])].join(' | '));
  await writeFile(info.outputPath('pages-by-role.txt'), [`page | ${operatorRoles.join(' | ')}`, ...table].join('\n'));
});
