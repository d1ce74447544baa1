import { changeContent, type ChangesView } from '@tern/contracts/routes/console-changes';
import type { WaitingKind } from '@tern/contracts/routes/console-home';
import { termNames } from '@tern/contracts/terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConsole } from '../testing/load-console.ts';
import { changePath } from './change-path.ts';

// Goal: whatever two operators decide is listed on one page of the console, and on no other. Method: each page that lists changes is
// drawn with one open and one decided change of every kind that the contract knows; a new kind has to say what it is.

let sources: Awaited<ReturnType<typeof loadConsole>>;
beforeAll(async () => {
  sources = await loadConsole();
});
afterAll(() => sources.close());

type Content = ChangesView['changes'][number]['content'];
type Kind = Content['kind'];

const asOf = '2026-11-01';
const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const id = '00000000-0000-4000-8000-000000000001' as never;
const units = '4000000' as never;
const key = { name: 'Books', scopes: [], addresses: [], callsPerMinute: 60 };
const hook = { name: 'Desk', url: 'https://hooks.example/tern', kinds: ['sends'] };
const rule = { sends: true, deposits: true, closedFrom: '0' };

/** One change of every kind; the console reads of a change only what it says about it. */
const contents: Readonly<Record<Kind, object>> = {
  fund: { purpose: 'pool', assetId: 'reward', amount: '5' },
  pair: { one: 'usdt', other: 'trx', open: false },
  asset: { assetId: 'trx', open: false },
  'pool-schedule': { everyHours: 12, shareBasisPoints: 500 },
  'person-level': { person: '30000001', level: 1, reference: 'Video check', until: null },
  terms: { after: 1, values: { 'usdt.fee': '2' }, from: null },
  'audit-file': { distributionId: id },
  snapshot: {},
  'sign-out-everybody': {},
  surplus: { surplusId: id, address, assetId: 'usdt', amount: units, to: null },
  'cold-return': { depositId: id, assetId: 'usdt', amount: units },
  loss: { why: 'accepted', assetId: 'usdt', subject: 'hot', amount: units },
  'webhook-open': hook,
  'webhook-change': { webhookId: id, ...hook },
  'webhook-switch': { webhookId: id, state: 'disabled' },
  'webhook-rotate': { webhookId: id },
  'refused-addresses': {
    list: 'Sanctions',
    source: 'A court',
    asOf,
    reason: 'legal-order',
    add: [address],
    remove: [],
  },
  'screening-rule': { after: 0, from: rule, to: { ...rule, closedFrom: '50' } },
  'level-limits': { after: 0, limits: ['2000', null] },
  'key-open': { ...key, days: 90 },
  'key-change': { keyId: id, ...key },
  'key-revoke': { keyId: id, name: 'Books' },
};
const kinds = Object.keys(contents) as Kind[];
/** By who proposed it, a change is found again on a page. */
const proposerOf = (kind: Kind, state: string): string => `${kind}.${state}`;
const changes = kinds.flatMap((kind) =>
  (['proposed', 'done'] as const).map((state) => ({
    ...{ id: `${kind}-${state}`, content: { kind, ...contents[kind] }, state, note: 'Because' },
    ...{ proposedBy: proposerOf(kind, state), proposedAt: '2026-11-21T11:48:02.000Z' },
    ...(state === 'done'
      ? { decidedBy: 'ben', decidedAt: '2026-11-21T11:50:02.000Z' }
      : { decidedBy: null, decidedAt: null }),
  })),
);
const assets = ['usdt', 'trx', 'reward'].map((each) => ({ id: each, symbol: each.toUpperCase(), decimals: 6 }));
const paged = (page: object) => ({ pages: [page], pageParams: [undefined] });
const house = { assets: [], gaps: [], surpluses: [], coldArrivals: [], orders: [], next: null, more: {} };
const pool = { everyHours: 24, shareBasisPoints: 1_000, nextAt: '2026-11-22T00:00:00.000Z', planned: [] };
const at = '2026-11-01T00:00:00.000Z';
const version = {
  ...{ version: 1, decidedAt: at, effectiveAt: at, worse: [], proposedBy: null, decidedBy: null, note: null },
  values: Object.fromEntries(termNames.map((name) => [name, '1'])),
};
const terms = {
  ...{ ignoredSettings: [], current: 1, versions: [version], signer: [], server: at },
  levels: { levels: [], later: [], last: 0 },
};

/** Each page that lists changes, with the answers that it draws. */
const pages = {
  '/changes': [['/src/features/changes/changes-page.tsx', 'ChangesPage'], []],
  '/treasury': [
    ['/src/features/work/treasury-page.tsx', 'TreasuryPage'],
    [
      [['house'], paged(house)],
      [['nodes'], { nodes: [] }],
    ],
  ],
  '/switches': [['/src/features/flows/flows-page.tsx', 'FlowsPage'], [[['flows'], { flows: [] }]]],
  '/terms': [['/src/features/terms/terms-page.tsx', 'TermsPage'], [[['terms'], terms]]],
  '/screening': [
    ['/src/features/screening/screening-page.tsx', 'ScreeningPage'],
    [
      [['screening', 'lists'], { lists: [] }],
      [['screening', 'rule'], paged({ inForce: { version: 0, ...rule }, decided: [], next: null })],
    ],
  ],
  '/webhooks': [
    ['/src/features/webhooks/webhooks-page.tsx', 'WebhooksPage'],
    [[['webhooks'], { webhooks: [], hosts: [] }]],
  ],
  '/keys': [['/src/features/keys/keys-page.tsx', 'KeysPage'], [[['keys'], { keys: [] }]]],
} as const satisfies Record<
  ReturnType<typeof changePath>,
  readonly [readonly [string, string], readonly (readonly [readonly unknown[], object])[]]
>;

test('every kind of change has one here', () => {
  const known = changeContent.options.map(({ shape }) => shape.kind.value);
  expect(kinds.toSorted()).toEqual(known.toSorted());
});

test('every kind of change is listed on one page, and its link leads there', async () => {
  const found = new Map<string, string[]>();
  for (const [path, [component, answers]] of Object.entries(pages)) {
    const html = await sources.draw(component, {
      me: { role: 'administrator', assets: assets as never },
      answers: [[['changes'], { changes, suggestions: [], funds: [], pairs: [], assets: [], pool }], ...answers],
    });
    for (const { proposedBy } of changes)
      if (html.includes(`>${proposedBy}<`)) found.set(proposedBy, [...(found.get(proposedBy) ?? []), path]);
  }
  // What was decided about fees and limits is a version in the history of the page.
  const listed = changes.filter(({ content, state }) => content.kind !== 'terms' || state === 'proposed');
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(listed.map(({ proposedBy, content }) => [proposedBy, [changePath(content)]])),
  );
});

test('what waits is counted at the page on which it is listed', async () => {
  const { listOf } = await sources.load<{ listOf: Readonly<Record<WaitingKind, string>> }>('/src/shared/pages.ts');
  const waitingAs: Partial<Record<WaitingKind, Kind>> = {
    ...{ funds: 'fund', terms: 'terms', levels: 'level-limits', reserves: 'surplus' },
    ...{
      webhooks: 'webhook-open',
      screening: 'refused-addresses',
      keys: 'key-open',
      'sign-outs': 'sign-out-everybody',
    },
  };
  for (const [waiting, kind] of Object.entries(waitingAs))
    expect([waiting, listOf[waiting as WaitingKind]]).toEqual([waiting, changePath({ kind })]);
});
