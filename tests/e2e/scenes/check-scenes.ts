import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { ConductView } from '@tern/contracts/routes/check';
import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { commitPart } from '@tern/proofs/liabilities/liability-part';
import { sumLeaf } from '@tern/proofs/liabilities/sum-node';
import { noteBytes, rawBytes, transferBytes } from '@tern/proofs/liabilities/testing/anchor-bytes';
import { growSumTree, rootOfSumTree, sumPathOf } from '@tern/proofs/liabilities/testing/sum-tree';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { Trx, TronWeb, utils } from 'tronweb';
import { walletUrl } from '../installation.ts';
import type { Scene } from './scene.ts';

const dayMs = 86_400_000;
const daysPast = 24;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const hotKey = '5c'.repeat(32);
const hot = TronWeb.address.fromPrivateKey(hotKey) || '';
const hotHex = TronWeb.address.toHex(hot);

type AssetId = 'usdt' | 'trx' | 'reward';
/** What is held on a day, in hundredths of a percent of what is owed. */
type Ratios = Readonly<Record<AssetId, (day: number) => number>>;

const owed: Readonly<Record<AssetId, bigint>> = {
  usdt: 1_284_310_220_000n,
  trx: 8_402_118_500_000n,
  reward: 1_964_250n * 10n ** 18n,
};
const healthy: Ratios = {
  usdt: (day) => 10_045 + (day % 5) * 3,
  trx: (day) => 10_300 + (day % 7) * 9,
  reward: (day) => 10_182 + (day % 3) * 2,
};
/** Of USDT a little is missing, and of the reward token a part is not issued yet. */
const short: Ratios = {
  ...healthy,
  usdt: (day) => (day === daysPast ? 9_981 : healthy.usdt(day)),
  reward: () => 6_000,
};

type Published = { number: number; day: string; statement: string; statementHash: string };

/** The lines of one asset: two of the person, the rest somebody else's. */
function linesOf(snapshot: number, assetId: AssetId, owner: string) {
  const own = owed[assetId] / 1_000n;
  const amounts = [own, owed[assetId] / 2n, own / 2n, owed[assetId] - own - owed[assetId] / 2n - own / 2n];
  const parts = amounts.map((amount, place) => ({
    snapshot,
    assetId,
    owner: place % 2 === 0 ? owner : 'house.suspense',
    part: Math.floor(place / 2),
    amount,
    nonce: `0${place}`.repeat(16),
  }));
  return { parts, tree: growSumTree(parts.map((part) => sumLeaf(commitPart(part), part.amount))) };
}

/** Statements of some weeks up to today, each following from the one before, the newest first; and the person's own lines. */
function publish(owner: string, ratios: Ratios) {
  const assetIds = Object.keys(owed) as AssetId[];
  const snapshots: Published[] = [];
  let blockId = '';
  for (let number = 1; number <= daysPast; number += 1) {
    const day = new Date(Date.now() - (daysPast - number) * dayMs).toISOString().slice(0, 10);
    const due = whenDue(day, blockId).toISOString();
    blockId = String(number).padStart(64, '0');
    const lists = assetIds.flatMap((assetId) => {
      const root = rootOfSumTree(linesOf(number, assetId, owner).tree);
      const held = (owed[assetId] * BigInt(ratios[assetId](number))) / 10_000n;
      const missing = assetId === 'reward' && held < owed[assetId] ? owed[assetId] - held : 0n;
      return [
        `asset ${assetId} owed ${owed[assetId]} part-max ${owed[assetId]} lines 4 root ${hex(root.hash)}`,
        `held ${assetId} hot ${held / 3n} ${71_000_000 + number * 28_800} ${hot}`,
        `held ${assetId} deposits ${held - held / 3n - (assetId === 'trx' ? held / 9n : 0n)} books`,
        ...(assetId === 'trx' ? [`held trx stake ${held / 9n} ${71_000_000 + number * 28_800} ${hot}`] : []),
        ...(missing > 0n ? [`held ${assetId} unissued ${missing} books`] : []),
      ];
    });
    const statement = [
      'liabilities 1',
      `number ${number}`,
      `day ${day}`,
      `due ${due}`,
      `block ${71_000_000 + number * 28_800} ${blockId} ${due}`,
      `previous ${snapshots.at(-1)?.statementHash ?? 'none'}`,
      ...lists,
      '',
    ].join('\n');
    snapshots.push({ number, day, statement, statementHash: hashStatement(statement) });
  }
  const lines = assetIds.flatMap((assetId) => {
    const { parts, tree } = linesOf(daysPast, assetId, owner);
    return parts.flatMap((part, position) =>
      part.owner === owner
        ? [
            {
              ...part,
              amount: part.amount.toString(),
              nonce: part.nonce,
              position,
              path: sumPathOf(tree, position),
            },
          ]
        : [],
    );
  });
  const rawHex = rawBytes(
    noteBytes(`liabilities 1 ${daysPast} ${snapshots.at(-1)?.statementHash}`),
    transferBytes(hotHex, hotHex),
  );
  const txId = createHash('sha256').update(rawHex, 'hex').digest('hex');
  const anchor = ratios === short ? null : { txId, block: 71_691_222 };
  const published = snapshots.toReversed().map((each) => ({
    ...each,
    listed: true,
    takenAt: new Date().toISOString(),
    anchor,
    signatures: [signOf(each)],
  }));
  const signature = utils.crypto.signBytes(hotKey, [...Buffer.from(rawHex, 'hex')]).toLowerCase();
  return { snapshots: published, lines, shown: { raw_data_hex: rawHex, signature: [signature] } };
}

/** What the key of the hot wallet signs of a statement. */
function signOf({ number, day, statement, statementHash }: Published) {
  const block = /^block (\d+ [0-9a-f]{64})/m.exec(statement)?.[1] ?? '';
  const facts = [`address ${hot}`, `number ${number}`, `day ${day}`, `block ${block}`, `statement ${statementHash}`];
  const text = ['reserves 1', `house ${new URL(walletUrl).host}`, ...facts].join('\n');
  return { place: 'hot', address: hot, text, signatureHex: Trx.signMessageV2(text, hotKey).slice(2) };
}

/** How the rules were kept in a busy month. */
const kept: ConductView = {
  measuredAt: new Date().toISOString(),
  days: 30,
  seldomDays: 90,
  exits: { compared: 12_406, broken: 0 },
  fees: { compared: 12_398, broken: 0 },
  holds: { open: null, pastEnd: 0 },
  countries: { closed: ['GB'], compared: 8_214, broken: 0 },
  complaints: { answerDays: 15, judged: 42, late: 0, waiting: 0, longestDays: 9 },
  incidents: 2,
};
const late: ConductView = { ...kept, complaints: { ...kept.complaints, late: 2, waiting: 1, longestDays: 21 } };

/** A second version, decided a day before it took effect because it was worse in one value. */
const formerTerms = {
  current: 2,
  server: new Date().toISOString(),
  versions: [
    version(2, '2026-11-20T09:00:00.000Z', '2026-11-21T12:00:00.000Z', ['feeMaxUsdt']),
    version(1, '2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.000Z', []),
  ],
  nextBefore: null,
};

function version(number: number, decidedAt: string, effectiveAt: string, worse: readonly string[]) {
  return { version: number, decidedAt, effectiveAt, values: {}, worse };
}

async function tellRules(page: Page, conduct: ConductView): Promise<void> {
  await page.route('**/api/check/rules', (route) => route.fulfill({ json: conduct }));
}

/** Answers as an installation that has counted for some weeks, which no run can wait for. */
async function openCheck(page: Page, path: string, ratios: Ratios, change = (amount: string) => amount): Promise<void> {
  await tellRules(page, kept);
  const answer = await page.request.get('/api/wallets');
  const { wallets } = (answer.ok() ? await answer.json() : { wallets: [] }) as {
    wallets: { id: string; address: string }[];
  };
  const [wallet] = wallets;
  const { snapshots, lines } = publish(wallet?.address ?? hot, ratios);
  await page.route('**/api/check/snapshots?*', (route) => route.fulfill({ json: { snapshots, nextBefore: null } }));
  await page.route('**/api/check/snapshots/*/mine', (route) =>
    route.fulfill({
      json: {
        number: daysPast,
        lines: lines.map((line) => ({ ...line, walletId: wallet?.id, amount: change(line.amount) })),
      },
    }),
  );
  await page.goto(path);
  await expect(page.getByText('Counted at block')).toBeVisible();
}

const own = '/pages/my/check';

/** Asks a node, which answers with this transaction, or not at all. */
async function askNode(page: Page, shown?: object): Promise<void> {
  await page.route('https://node.example/**', (route) =>
    shown === undefined
      ? route.abort()
      : route.fulfill({ json: shown, headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.getByRole('button', { name: 'Read it from a node' }).click();
  const sheet = page.getByRole('dialog', { name: 'Read it from a node' });
  await sheet.getByLabel('Address of the node').fill('node.example');
  await sheet.getByRole('button', { name: 'Read it from a node' }).click();
}

export const checkScenes: readonly Scene[] = [
  {
    name: 'check',
    as: 'owner',
    open: async (page) => {
      await openCheck(page, own, healthy);
      await expect(page.getByText('Your lines are in the published list: 6')).toBeVisible();
    },
  },
  {
    name: 'check-short',
    as: 'owner',
    open: async (page) => {
      await openCheck(page, own, short);
      await expect(page.getByText('less than we owe')).toBeVisible();
    },
  },
  {
    name: 'check-fault',
    as: 'owner',
    open: async (page) => {
      await openCheck(page, own, healthy, (amount) => `${BigInt(amount) - 1n}`);
      await expect(page.getByText('Your lines are not what was published')).toBeVisible();
    },
  },
  {
    name: 'check-addresses',
    as: 'owner',
    open: async (page) => {
      await openCheck(page, own, short);
      await page.getByRole('button', { name: 'Addresses' }).click();
      await expect(page.getByRole('dialog', { name: 'Addresses' })).toBeVisible();
    },
  },
  {
    name: 'check-more',
    as: 'owner',
    open: async (page) => {
      await openCheck(page, own, healthy);
      await page.getByText('This app: version').scrollIntoViewIfNeeded();
      await expect(page.getByText('Files on this device that are as published')).toBeVisible();
    },
  },
  {
    name: 'check-end',
    as: 'owner',
    open: async (page) => {
      await openCheck(page, own, healthy);
      await page.getByRole('button', { name: 'Print this page' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'check-broken-rule',
    as: 'owner',
    open: async (page) => {
      await openCheck(page, own, healthy);
      await tellRules(page, late);
      await page.reload();
      await expect(page.getByText('Without an answer until now')).toBeVisible();
    },
  },
  {
    name: 'check-node',
    as: 'visitor',
    open: async (page) => {
      await openCheck(page, '/check', healthy);
      await askNode(page, publish(hot, healthy).shown);
      await expect(page.getByText('Read from node.example, a node you chose')).toBeVisible();
      await page.getByText('Signed and written on Tron').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'check-node-unsigned',
    as: 'visitor',
    open: async (page) => {
      await openCheck(page, '/check', healthy);
      await askNode(page, { ...publish(hot, healthy).shown, signature: [] });
      await expect(page.getByRole('alert')).toContainText('node.example shows it without our signature.');
    },
  },
  {
    name: 'check-node-away',
    as: 'visitor',
    open: async (page) => {
      await openCheck(page, '/check', healthy);
      await askNode(page);
      await expect(page.getByText('node.example can’t be reached')).toBeVisible();
    },
  },
  {
    name: 'check-terms',
    as: 'visitor',
    open: async (page) => {
      await page.route('**/api/terms', (route) => route.fulfill({ json: formerTerms }));
      await openCheck(page, '/check', healthy);
      await page.getByRole('button', { name: 'Former fees and limits' }).click();
      await expect(page.getByRole('dialog').getByText('Version 2')).toBeVisible();
    },
  },
  {
    name: 'check-open',
    as: 'visitor',
    open: async (page) => {
      await openCheck(page, '/check', healthy);
      await page.getByText('Show as table').click();
    },
  },
  {
    name: 'check-nothing-yet',
    as: 'visitor',
    open: async (page) => {
      await page.route('**/api/check/snapshots?*', (route) =>
        route.fulfill({ json: { snapshots: [], nextBefore: null } }),
      );
      const nothing = { compared: 0, broken: 0 };
      await tellRules(page, {
        ...kept,
        exits: nothing,
        fees: nothing,
        holds: { open: 0, pastEnd: 0 },
        countries: { ...nothing, closed: ['GB'] },
        complaints: { answerDays: 15, judged: 0, late: 0, waiting: 0, longestDays: null },
        incidents: 0,
      });
      await page.goto('/check');
      await expect(page.getByText('Nothing has been counted yet')).toBeVisible();
    },
  },
  {
    name: 'check-unreachable',
    as: 'visitor',
    open: async (page) => {
      await page.route('**/api/check/snapshots?*', (route) => route.abort());
      await page.goto('/check');
      await expect(page.getByText('Couldn’t load the published figures.')).toBeVisible({ timeout: 30_000 });
    },
  },
];
