import type { TreasuryOrderId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { DecisionDetail, DecisionFacts } from '@tern/contracts/decision';
import { problem } from '@tern/contracts/problem';
import type { HouseStep, PayoutStep } from '@tern/contracts/routes/console-work';
import type { Database, DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { parseAddress } from '@tern/tron/address';
import { findSignerAccounts } from '../../chain/signer/public.ts';
import { findTreasuryOrder, listOrderReviews } from '../../house/treasury/public.ts';
import { findSuspense, listFreezes, listGrave, listQuarantineVotes } from '../../money/deposits/public.ts';
import { findWithdrawalCase, listSendingPauses } from '../../money/payouts/public.ts';
import { getPerson } from '../../people/accounts/public.ts';
import { findWalletByAddress } from '../../people/wallets/public.ts';
import { nameOperators, tellEarlier, transferFacts, type Decision } from '../access/public.ts';
import { authorOf, partiesOf } from './order-facts.ts';

const noMoney = { none: 'no-money' } as const;
const nothingMore = { none: 'nothing-more' } as const;

/** A step about a payment as it is signed: what was to be paid to whom, and what was said about it. Throws `NOT_FOUND`. */
export async function describePayoutStep(db: Database, said: PayoutStep): Promise<Decision> {
  const found = await findWithdrawalCase(db, said.id);
  if (found === undefined) throw problem('NOT_FOUND');
  const { withdrawal: w, reviews, unexpectedReceipt, waitingFor, waitingDetail, attention } = found;
  const [{ publicId }, nameOf] = await Promise.all([getPerson(db.kysely, w.personId), nameOperators(db)]);
  const receipt: DecisionDetail[] =
    unexpectedReceipt === undefined
      ? []
      : [
          { name: 'receipt', text: unexpectedReceipt.receipt.detail },
          { name: 'left-hot-wallet', asset: w.assetId, amount: String(unexpectedReceipt.receipt.outflow) },
          { name: 'network-cost', asset: 'trx', amount: String(unexpectedReceipt.receipt.feeSun) },
          { name: 'block', text: `${unexpectedReceipt.receipt.blockNumber} ${unexpectedReceipt.receipt.blockId}` },
        ];
  return toWire({
    action: 'work.takePayoutStep',
    content: said,
    facts: {
      ...transferFacts(w, publicId),
      reason: { cause: attention ?? waitingFor ?? 'none', detail: waitingDetail ?? nothingMore },
      earlier: tellEarlier([...reviews, ...(unexpectedReceipt?.decisions ?? [])], nameOf),
      details: [{ name: 'fee', asset: w.assetId, amount: w.fee }, { name: 'state', text: w.state }, ...receipt],
    },
  });
}

/** A step about the house's money, or about what came in, as it is signed. Throws `NOT_FOUND`. */
export async function describeHouseStep(db: Database, said: HouseStep): Promise<Decision> {
  return { action: 'work.takeHouseStep', content: said, facts: await factsOf(db, said) };
}

async function factsOf(db: Database, said: HouseStep): Promise<DecisionFacts> {
  switch (said.step) {
    case 'resume-asset':
      return await aboutPause(db, said.id);
    case 'resume-order':
    case 'approve-cold':
    case 'reject-cold':
      return await aboutOrder(db, said.id);
    case 'assign-suspense':
    case 'suspense-to-house':
    case 'return-suspense':
      return await aboutSuspense(db, said);
    case 'dismiss':
      return await aboutQuarantined(db, said.id);
    case 'thaw-token':
      return await aboutFreeze(db, said.id);
  }
}

async function aboutPause(db: Database, assetId: AssetId): Promise<DecisionFacts> {
  const pause = (await listSendingPauses(db.kysely)).find((each) => each.assetId === assetId);
  return toWire({
    asset: assetId,
    amount: noMoney,
    about: [{ as: 'asset', name: assetId }],
    author: { by: 'system' },
    reason: { cause: pause?.reason ?? 'none', detail: nothingMore },
    earlier: { none: 'one-decides' },
    details: pause === undefined ? [] : [{ name: 'started', at: pause.startedAt } as const],
  });
}

async function aboutOrder(db: Database, id: TreasuryOrderId): Promise<DecisionFacts> {
  const order = await findTreasuryOrder(db.kysely, id);
  if (order === undefined) throw problem('NOT_FOUND');
  const [reviews, accounts, nameOf] = await Promise.all([
    listOrderReviews(db.kysely, [id]),
    findSignerAccounts(db.kysely),
    nameOperators(db),
  ]);
  const { content, state, costMaxSun } = order;
  return toWire({
    asset: content.assetId,
    amount: content.amount,
    about: partiesOf(content, accounts),
    author: authorOf(content, reviews, nameOf),
    reason: { cause: order.attention ?? content.kind, detail: nothingMore },
    earlier: tellEarlier(reviews, nameOf),
    details: [
      { name: 'kind', text: content.kind },
      { name: 'state', text: state },
      { name: 'network-cost', asset: 'trx', amount: costMaxSun },
    ],
  });
}

type SuspenseStep = Extract<HouseStep, { step: 'assign-suspense' | 'suspense-to-house' | 'return-suspense' }>;

async function aboutSuspense(db: Database, said: SuspenseStep): Promise<DecisionFacts> {
  const item = await findSuspense(db.kysely, said.id);
  if (item === undefined) throw problem('NOT_FOUND');
  const { assetId, amount, from, to, txId, block, reason } = item;
  const [votes, nameOf] = await Promise.all([
    listQuarantineVotes(db.kysely, [`deposit:${said.id}`]),
    nameOperators(db),
  ]);
  const came: Rest = [
    { as: 'sender', name: from },
    { as: 'arrived-at', name: to },
  ];
  const about: Parties =
    said.step === 'assign-suspense'
      ? [...(await ownerOf(db.kysely, said.address)), ...came]
      : said.step === 'return-suspense'
        ? [{ as: 'receiver', name: from }, ...came]
        : [{ as: 'house', name: 'capital' }, ...came];
  return toWire({
    asset: assetId,
    amount,
    about,
    author: { by: 'system' },
    reason: { cause: reason, detail: nothingMore },
    earlier: tellEarlier(votes, nameOf),
    details: [
      { name: 'transaction', text: txId },
      { name: 'block', text: String(block) },
    ],
  });
}

type Parties = DecisionFacts['about'];
type Rest = Parties extends [unknown, ...infer Others] ? Others : never;

/** The wallet that is to be credited and whose it is. An address of nobody's is named all the same: it is refused later. */
async function ownerOf(db: DbReader, text: string): Promise<Parties> {
  const parsed = parseAddress(text);
  const wallet = 'address' in parsed ? await findWalletByAddress(db, parsed.address) : undefined;
  const receiver = { as: 'receiver', name: text } as const;
  return wallet === undefined
    ? [receiver]
    : [receiver, { as: 'person', name: (await getPerson(db, wallet.personId)).publicId }];
}

async function aboutQuarantined(db: Database, subject: string): Promise<DecisionFacts> {
  // All of a kind of noise are dismissed at once, by the name of the kind.
  const [item] = /^[1-9]\d{0,17}$/.test(subject) ? await listGrave(db.kysely, { id: subject, limit: 1 }) : [];
  return {
    asset: noMoney,
    amount: noMoney,
    about: [{ as: 'item', name: item === undefined ? subject : item.subject }],
    author: { by: 'system' },
    reason: { cause: item?.reason ?? subject, detail: nothingMore },
    earlier: { none: 'one-decides' },
    details:
      item === undefined
        ? []
        : [
            { name: 'transaction', text: item.txId },
            { name: 'block', text: String(item.block) },
          ],
  };
}

async function aboutFreeze(db: Database, assetId: AssetId): Promise<DecisionFacts> {
  const freeze = (await listFreezes(db.kysely)).find((each) => each.assetId === assetId);
  if (freeze === undefined) throw problem('NOT_FOUND');
  const [votes, nameOf] = await Promise.all([listQuarantineVotes(db.kysely, [`token:${assetId}`]), nameOperators(db)]);
  return toWire({
    asset: assetId,
    amount: noMoney,
    about: [
      { as: 'asset', name: assetId },
      { as: 'account', name: freeze.address },
    ],
    author: { by: 'system' },
    reason: { cause: 'holdings-differ', detail: nothingMore },
    earlier: tellEarlier(votes, nameOf),
    details: [
      { name: 'by-events', asset: assetId, amount: freeze.booked },
      { name: 'by-contract', asset: assetId, amount: freeze.found },
      { name: 'started', at: freeze.frozenAt },
    ],
  });
}
