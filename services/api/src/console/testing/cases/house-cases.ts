import { randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { cold, sender } from '../console-world.ts';
import { dayMs, noMoney, note, byOlga, oneDecides, self, word, type Case, type Made, type Stage } from './case.ts';

const changes = {
  fund: {
    content: { kind: 'fund', purpose: 'pool', assetId: 'reward', amount: '250' },
    asset: 'reward',
    amount: String(250n * 10n ** 18n),
    about: [{ as: 'fund', name: 'pool' }],
  },
  pair: {
    content: { kind: 'pair', one: 'usdt', other: 'trx', open: false },
    asset: { none: 'no-single-asset' },
    amount: noMoney,
    about: [{ as: 'pair', name: 'usdt/trx' }],
  },
  asset: {
    content: { kind: 'asset', assetId: 'trx', open: false },
    asset: 'trx',
    amount: noMoney,
    about: [{ as: 'asset', name: 'trx' }],
  },
  'pool-schedule': {
    content: { kind: 'pool-schedule', everyHours: 12, shareBasisPoints: 4_000 },
    asset: 'reward',
    amount: noMoney,
    about: [{ as: 'pool', name: 'reward-pool' }],
  },
  'audit-file': {
    content: { kind: 'audit-file', distributionId: '0198c2f4-7f4e-7b7b-8f13-ae7f8b8c0001' },
    asset: 'reward',
    amount: noMoney,
    about: [{ as: 'distribution', name: '0198c2f4-7f4e-7b7b-8f13-ae7f8b8c0001' }],
  },
  snapshot: {
    content: { kind: 'snapshot' },
    asset: { none: 'no-single-asset' },
    amount: noMoney,
    about: [{ as: 'item', name: 'liabilities' }],
  },
  terms: {
    content: { kind: 'terms', after: 1, values: { withdrawalMinUsdt: '2' }, from: null },
    asset: { none: 'no-single-asset' },
    amount: noMoney,
    about: [{ as: 'terms', name: 'after 1' }],
  },
} as const;

/** Names in order, as what is signed is written. */
export const sorted = (content: object): string =>
  JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

const proposal = (what: keyof typeof changes): Case => ({
  by: 'treasurer',
  make: () => {
    const { content, asset, amount, about } = changes[what];
    return Promise.resolve({
      sent: { content, note },
      kind: 'change-proposed',
      subject: (answer) => answer.json<{ id: string }>().id,
      facts: {
        asset,
        amount,
        about: [...about],
        author: self('treasurer'),
        reason: { said: note },
        earlier: [],
        details: [{ name: 'change', text: sorted(content) }],
      },
    });
  },
});

/** What books a difference between books and chain, with the difference there. */
const reserveProposal = (kind: 'surplus' | 'cold-return' | 'loss'): Case => ({
  by: 'treasurer',
  make: async ({ database, world }) => {
    const { content, about } = await reserveContents[kind](database, world);
    return {
      sent: { content, note },
      kind: 'change-proposed',
      subject: (answer) => answer.json<{ id: string }>().id,
      facts: {
        asset: 'usdt',
        amount: content.amount,
        about,
        author: self('treasurer'),
        reason: { said: note },
        earlier: [],
        details: [{ name: 'change', text: sorted(content) }],
      },
    };
  },
});

type Party = NonNullable<Made['facts']>['about'];
type Prepared = {
  readonly content: Readonly<Record<string, string | null>> & { readonly amount: string };
  readonly about: Party;
};

const reserveContents: Readonly<
  Record<'surplus' | 'cold-return' | 'loss', (database: TestDatabase, world: Stage['world']) => Promise<Prepared>>
> = {
  surplus: async (database) => {
    const [surplusId, amount] = [randomUUID(), '4000000'];
    await surplus(database, 4_000_000n);
    await sql`
      INSERT INTO deposit_surpluses (id, address, asset_id, number, amount, block_number, block_id, return_name)
      VALUES (${surplusId}, ${sender}, 'usdt', 1, ${amount}, 90, 'b90', 'return-s1-test')`.execute(database.db.kysely);
    return {
      content: { kind: 'surplus', surplusId, address: sender, assetId: 'usdt', amount, to: null },
      about: [
        { as: 'house', name: 'capital' },
        { as: 'arrived-at', name: sender },
      ],
    };
  },
  'cold-return': async ({ db }, world) => {
    const { id: depositId } = await world.suspense();
    const amount = '25000000';
    await sql`UPDATE deposits SET from_address = ${cold} WHERE id = ${depositId}`.execute(db.kysely);
    await miss(db, 'cold', amount);
    return {
      content: { kind: 'cold-return', depositId, assetId: 'usdt', amount },
      about: [{ as: 'account', name: 'cold' }],
    };
  },
  loss: async ({ db }) => {
    const amount = '3000000';
    await miss(db, 'hot', amount);
    return {
      content: { kind: 'loss', why: 'accepted', assetId: 'usdt', subject: 'hot', amount },
      about: [{ as: 'account', name: 'hot' }],
    };
  },
};

async function miss({ kysely }: TestDatabase['db'], subject: string, amount: string): Promise<void> {
  await sql`
    INSERT INTO reserve_gaps (asset_id, subject, missing, block_number) VALUES ('usdt', ${subject}, ${amount}, 90)`.execute(
    kysely,
  );
}

const change = (decision: string, kind: string): Case => ({
  by: 'treasurer',
  make: async ({ olgasDesk }) => {
    const { content, asset, amount, about } = changes.fund;
    const signed = await olgasDesk.sign('/changes/question', { content, note: 'For the next month' });
    const { id } = (await olgasDesk.post('/changes', signed)).json<{ id: string }>();
    const { changes: known } = (await olgasDesk.get('/changes')).json<{
      changes: { id: string; proposedAt: string }[];
    }>();
    const at = known.find((each) => each.id === id)?.proposedAt ?? '';
    return {
      sent: { id, decision },
      kind,
      facts: {
        asset,
        amount,
        about: [...about],
        author: byOlga,
        reason: { said: 'For the next month' },
        earlier: [word(at, 'proposed', 'For the next month')],
        details: [{ name: 'change', text: sorted(content) }],
      },
    };
  },
});

const texts = { en: { title: 'New coins', body: 'From Monday on.' }, de: { title: 'Neues', body: 'Ab Montag.' } };

const announcement = (decision: string, kind: string): Case => ({
  by: 'administrator',
  make: async ({ mara, desks }) => {
    const sendAt = new Date(systemClock.nowMs() + dayMs).toISOString();
    const writer = desks.reviewer;
    const written = await writer.post('/announcements', { texts, publicIds: [mara.publicId], sendAt });
    return {
      sent: { id: written.json<{ id: string }>().id, decision },
      kind,
      facts: {
        asset: noMoney,
        amount: noMoney,
        about: [{ as: 'audience', name: mara.publicId }],
        author: self('reviewer'),
        reason: { none: 'not-asked' },
        earlier: oneDecides,
        details: [
          { name: 'send-at', at: sendAt },
          { name: 'text', text: 'de: Neues\nAb Montag.' },
          { name: 'text', text: 'en: New coins\nFrom Monday on.' },
        ],
      },
    };
  },
});

const flow = (to: 'stopped' | 'running'): Case => ({
  by: 'administrator',
  make: async ({ database, olga }) => {
    const flowName = to === 'stopped' ? 'swaps' : 'rewards';
    let stoppedAt = '';
    if (to === 'running') {
      const { rows } = await sql<{ at: Date }>`
        WITH logged AS (
          INSERT INTO operator_actions (operator_id, kind, subject) VALUES (${olga}, 'flow-stopped', 'rewards'))
        INSERT INTO flow_stops (flow, reason, stopped_by) VALUES ('rewards', ${note}, ${olga})
        RETURNING stopped_at AS at`.execute(database.db.kysely);
      stoppedAt = rows[0]?.at.toISOString() ?? '';
    }
    return {
      sent: { flow: flowName, to, note: 'An incident' },
      kind: to === 'stopped' ? 'flow-stopped' : 'flow-started',
      subject: flowName,
      facts: {
        asset: noMoney,
        amount: noMoney,
        about: [{ as: 'flow', name: flowName }],
        author: self('administrator'),
        reason: { said: 'An incident' },
        earlier: to === 'stopped' ? [] : [word(stoppedAt, 'stopped')],
        details: [],
      },
    };
  },
});

const order = (kind: 'surplus-to-house' | 'unstake' | 'restrict'): Case => ({
  by: 'treasurer',
  make: async ({ database, world, olga }) => {
    const isSurplus = kind === 'surplus-to-house';
    let votedAt = '';
    if (isSurplus) {
      await surplus(database, 5_000_000n);
      // Of another mind, so that the next word decides nothing yet.
      votedAt = await world.vote('surplus:usdt', olga, { decision: 'house:4000000', reason: 'Counted twice' });
    } else {
      await sql`UPDATE treasury_orders SET state = 'dropped', ended_at = now() WHERE ended_at IS NULL`.execute(
        database.db.kysely,
      );
    }
    const more = {
      'surplus-to-house': { assetId: 'usdt', amount: '5' },
      unstake: { amount: '7' },
      restrict: { account: 'fee' },
    }[kind];
    return {
      sent: { kind, ...more, note },
      kind: isSurplus ? 'surplus-to-house' : 'treasury-order-proposed',
      subject: isSurplus ? 'usdt' : (answer) => answer.json<{ orderId: string }>().orderId,
      facts: {
        asset: isSurplus ? 'usdt' : 'trx',
        amount: { 'surplus-to-house': '5000000', unstake: '7000000', restrict: '100000000' }[kind],
        about: [kind === 'restrict' ? { as: 'account', name: 'fee' } : { as: 'house', name: 'capital' }],
        author: self('treasurer'),
        reason: { said: note },
        earlier: isSurplus ? [word(votedAt, 'house 4', 'Counted twice')] : [],
        details: [{ name: 'kind', text: kind }],
      },
    };
  },
});

/** More in suspense than arrivals explain. */
async function surplus(database: TestDatabase, amount: bigint): Promise<void> {
  await transact(database.asWorker, async (tx) => {
    const debit = await houseAccount(tx, 'custody:deposit', 'usdt');
    const credit = await houseAccount(tx, 'suspense', 'usdt');
    const leg = { debit, credit, asset: 'usdt', amount: units(amount), code: 'unidentified' } as const;
    await postJournal(tx, { key: `test:${randomUUID()}`, kind: 'deposit-unidentified', legs: [leg] });
  });
}

/** Funds, fees, orders, flows and announcements. */
export const houseCases: Readonly<Record<string, Case>> = {
  'announcements.write': {
    by: 'reviewer',
    make: () =>
      Promise.resolve({
        sent: { texts, publicIds: null, sendAt: systemClock.now().toISOString() },
        kind: 'announcement-written',
        subject: (answer) => answer.json<{ id: string }>().id,
      }),
  },
  'announcements.decideAnnouncement release': announcement('release', 'announcement-released'),
  'announcements.decideAnnouncement withdraw': announcement('withdraw', 'announcement-withdrawn'),
  'changes.propose fund': proposal('fund'),
  'changes.propose pair': proposal('pair'),
  'changes.propose asset': proposal('asset'),
  'changes.propose pool-schedule': proposal('pool-schedule'),
  'changes.propose audit-file': proposal('audit-file'),
  'changes.propose snapshot': proposal('snapshot'),
  'changes.propose terms': proposal('terms'),
  'changes.propose surplus': reserveProposal('surplus'),
  'changes.propose cold-return': reserveProposal('cold-return'),
  'changes.propose loss': reserveProposal('loss'),
  'changes.decideChange carry-out': change('carry-out', 'change-carried-out'),
  'changes.decideChange withdraw': change('withdraw', 'change-withdrawn'),
  'house.propose surplus-to-house': order('surplus-to-house'),
  'house.propose unstake': order('unstake'),
  'house.propose restrict': order('restrict'),
  'flows.switchFlow stopped': flow('stopped'),
  'flows.switchFlow running': flow('running'),
};
