import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { compareServed } from '../../tools/verify/compare-served.ts';
import { walletUrl } from './installation.ts';
import { openAccount, openNewcomer, type Account } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import type { Api } from './support/api.ts';
import { tradePassword } from './support/factors.ts';
import { expectHarmless, image, payloads, poison, watchCanary } from './support/hostile.ts';
import { settled } from './support/looks.ts';
import { routes } from './support/routes.ts';
import { test } from './support/test.ts';

// Goal: a text is a text, whoever wrote it and wherever it stands, and pages come from us alone. Method: markup that calls a
// function of the test if it runs, in what people write, in what addresses say, and in every text the API could ever answer.

const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });

async function addWallet(api: Api, name: string): Promise<{ readonly address: string }> {
  const { address } = await api.wallets.createWallet({ headers: keyed(), body: { name } });
  if (address === null) throw new Error('a new wallet without an address');
  return { address };
}

/** Moves between own wallets, with a memo; returns the record's id. */
async function moveWithMemo({ api, walletId }: Account, to: string, memo: string): Promise<string> {
  const draft = await api.transfers.createDraft({
    walletId,
    assetId: 'usdt',
    networkId: 'tron',
    to,
    amount: '1',
    memo,
  });
  const { id } = await api.transfers.confirmDraft({
    params: { draftId: draft.id },
    headers: keyed(),
    body: { hash: draft.hash, tradePassword },
  });
  return id;
}

test('W01 markup that a person wrote stands there as they wrote it, on every page that shows it', async ({
  device,
}) => {
  const account = await openAccount(device, { usdt: toUnits('usdt', '20') });
  const { page, api, walletId, authenticator } = account;
  const ran = await watchCanary(page);
  const second = await addWallet(api, image);
  await api.wallets.changeWallet({ walletId, name: `"><svg onload=canary()>` });
  await api.profile.saveProfile({
    bio: `</p><script>canary()</script>${image}`,
    line: '',
    instagram: '',
    telegram: '',
    x: '',
  });
  await api.addressBook.addAddress({
    networkId: 'tron',
    address: freshAddress(),
    label: image,
    tradePassword,
    authenticatorCode: await authenticator.nextCode(),
  });
  const record = await moveWithMemo(account, second.address, image);

  for (const [path, text] of [
    ['/pages/my/wallet', image],
    ['/pages/my/wallet', `"><svg onload=canary()>`],
    ['/pages/index/index', `"><svg onload=canary()>`],
    ['/pages/my/address-book', image],
    [`/pages/record/detail?id=${record}`, image],
    [`/pages/record/receipt?id=${record}`, image],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text).first(), path).toBeVisible();
    await expectHarmless(page, path);
  }
  await page.goto('/pages/my/info');
  await expect(page.getByLabel('About you')).toHaveValue(`</p><script>canary()</script>${image}`);
  expect(ran()).toBe(0);
});

// What the API answers as text for people: names, remarks, symbols, what devices are called.
const spoken = new Set([
  'name',
  'label',
  'memo',
  'bio',
  'symbol',
  'device',
  'masked',
  'toLabel',
  'knownLabel',
  'token',
]);

for (const [remainder, part] of ['first', 'second'].entries()) {
  test(`W01 of 300 payloads in every text of every answer none runs, on any page (${part} half)`, async ({
    device,
  }) => {
    // More than twenty pages, one after the other.
    test.setTimeout(360_000);
    expect(new Set(payloads).size).toBe(300);
    const account = await openAccount(device, { usdt: toUnits('usdt', '20') });
    const { page, api } = account;
    const second = await addWallet(api, 'Second');
    const record = await moveWithMemo(account, second.address, 'for the boat');
    await api.addressBook.addAddress({
      networkId: 'tron',
      address: freshAddress(),
      label: 'Sister',
      tradePassword,
      authenticatorCode: await account.authenticator.nextCode(),
    });
    const ran = await watchCanary(page);
    const poisoned = poison(spoken);
    await page.route('**/api/**', async (route) => {
      if (route.request().url().includes('/api/live')) return route.continue();
      const answer = await route.fetch();
      if (answer.headers()['content-type']?.startsWith('application/json') !== true)
        return route.fulfill({ response: answer });
      return route.fulfill({ response: answer, json: poisoned.of(await answer.json()) });
    });
    for (const { path } of routes.filter((_, index) => index % 2 === remainder)) {
      await page.goto(path.replace(/id=[\da-f-]{36}/, `id=${record}`));
      await settled(page);
      await expectHarmless(page, path);
    }
    expect(poisoned.used(), 'texts that were replaced').toBeGreaterThan(300);
    expect(ran()).toBe(0);
  });
}

test('W01 what an address says is never more than text', async ({ device }) => {
  const { page } = await openNewcomer(device);
  const ran = await watchCanary(page);
  for (const [index, payload] of payloads.entries()) {
    // One in six: the others differ in what stands before, which the address bar treats alike.
    if (index % 6 !== 0) continue;
    const query = new URLSearchParams({
      coin: payload,
      to: payload,
      amount: payload,
      memo: payload,
      id: payload,
      q: payload,
    });
    await page.goto(`/pages/index/transfer?${query}#${encodeURIComponent(payload)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectHarmless(page, payload);
  }
  expect(ran()).toBe(0);
});

test('W11 every page asks our own origin alone', async ({ device }) => {
  test.setTimeout(240_000);
  const { page } = await openNewcomer(device);
  const foreign: string[] = [];
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== walletUrl && protocol !== 'blob:' && protocol !== 'data:') foreign.push(request.url());
  });
  for (const { path } of routes) {
    await page.goto(path);
    await settled(page);
  }
  expect(foreign).toEqual([]);
});

test('W11 every file is served byte by byte as it was built', async () => {
  // By Node itself: over the browser's driver each of the many hundred files takes thirty times as long.
  const { files, found } = await compareServed(join(import.meta.dirname, '../../apps/web/dist'), async (path) => {
    const served = await fetch(new URL(path, walletUrl), { headers: { 'accept-encoding': 'identity' } });
    return served.ok ? new Uint8Array(await served.arrayBuffer()) : undefined;
  });
  expect(files).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
