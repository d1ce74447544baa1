import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { rootOfInclusion } from '@tern/proofs/log/inclusion';
import { textOfEntry } from '@tern/proofs/log/log-leaf';
import { openLog } from '@tern/proofs/log/open-log';
import { hashLeaf } from '@tern/proofs/merkle-path';
import type { Scene } from './scene.ts';

const title = 'In the ledger’s public log';
const days = 40;

type Shown = { readonly id: string; readonly walletId: string };
type Answered = { readonly records: readonly (Shown & { readonly status: string })[] };
type Wallet = { readonly id: string; readonly address: string };

/** The log of an installation that is some weeks old, which no run can wait for, and a record's entry in it. */
function publish({ id: recordId, walletId }: Shown, wallets: readonly Wallet[], amount: string) {
  const log = openLog();
  const entry = {
    ...{
      day: '2026-10-31',
      owner: wallets.find(({ id }) => id === walletId)?.address ?? '',
      assetId: 'usdt',
      seq: '3',
      amount,
      balance: '5',
      kind: 'deposit',
    },
    ...{ code: 'deposit', time: '1793404800000000', nonce: 'ab'.repeat(16) },
  };
  const path = Array.from({ length: 10 }, (_, height) => createHash('sha256').update(`${height}`).digest('hex'));
  const inDay = { index: 5, size: 1_024, path };
  const root = rootOfInclusion(hashLeaf(Buffer.from(textOfEntry(entry))), inDay);
  const published = Array.from({ length: days }, (_, position) => {
    const day = new Date(Date.UTC(2026, 9, 20 + position)).toISOString().slice(0, 10);
    const other = createHash('sha256').update(day).digest('hex');
    const logged = { position, day, leaves: 1_024, root: day === entry.day && root !== undefined ? root : other };
    return { ...logged, head: log.add(logged) };
  });
  const position = published.findIndex(({ day }) => day === entry.day);
  const text = [
    ...['liabilities 1', 'number 1', 'day 2026-11-29', 'due 2026-11-29T00:00:00.000Z'],
    ...[`block 1 ${'ab'.repeat(32)} 2026-11-29T00:00:00.000Z`, 'previous none'],
    ...[`log ${days} ${log.headAt(days)}`, ''],
  ].join('\n');
  const proof = {
    recordId,
    entries: [{ state: 'logged', ...entry, root, inDay, inLog: log.inclusion(position, days) }],
    statement: { number: 1, text, hash: hashStatement(text), anchor: null },
  };
  return { published, proof };
}

async function openSheet(page: Page, shown?: string): Promise<void> {
  const answer = (await (await page.request.get('/api/records?limit=100')).json()) as Answered;
  const record = answer.records.find(({ status }) => status === 'success') ?? { id: '', walletId: '' };
  if (shown !== undefined) {
    const { wallets } = (await (await page.request.get('/api/wallets')).json()) as { wallets: Wallet[] };
    const { published, proof } = publish(record, wallets, '7');
    const entries = proof.entries.map((entry) => ({ ...entry, amount: shown }));
    await page.route('**/api/check/log*', (route) => route.fulfill({ json: { days: published, next: null } }));
    await page.route('**/api/check/records/*', (route) => route.fulfill({ json: { ...proof, entries } }));
  }
  await page.goto(`/pages/record/detail?id=${record.id}`);
  await page.getByRole('button', { name: title }).click();
  await expect(
    page.getByRole('dialog', { name: title }).getByText(/public log yet|was published|not agree/),
  ).toBeVisible();
}

export const logScenes: readonly Scene[] = [
  { name: 'record-log', as: 'owner', open: (page) => openSheet(page, '7') },
  { name: 'record-log-different', as: 'owner', open: (page) => openSheet(page, '8') },
  { name: 'record-log-waiting', as: 'owner', open: (page) => openSheet(page) },
];
