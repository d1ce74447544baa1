import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { assetIds, type AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import type { BlockHead } from '@tern/tron/get-block-head';
import { closeGap, lockReserves, openGap, storeSample } from '../../chain/reserves/public.ts';
import { holdReader, keepSurplus } from '../../money/deposits/public.ts';
import {
  areHoldingsComplete,
  collectAllHoldings,
  collectHoldings,
  findHoldings,
  keepTurn,
  putBehind,
  storeChecked,
} from '../sweeps/public.ts';
import { bookColdArrival, bookStakePart, readHouseMoney, type HouseMoney } from '../treasury/public.ts';
import { spotName, stakeSpot } from './spot-name.ts';
import type { DepositSample, HouseSample, TakeSampleDeps } from './take-sample.ts';
import { takeSureSample, type SureSample } from './take-sure-sample.ts';

/** What an operator should know of. Amounts in base units. */
export type ReserveReport = {
  readonly event: 'deficit' | 'deficit-over' | 'surplus' | 'surplus-kept';
  readonly assetId: AssetId;
  readonly subject: string;
  readonly amount: string;
  readonly block: number;
};

export type ReconcileDeps = TakeSampleDeps & { readonly report: (report: ReserveReport) => void };

/**
 * Compares every place with the chain at one irreversible block. More than the books say goes to suspense and nothing
 * stops; on a deposit address only when two comparisons found the same and nothing explains it. Less opens a gap: bonuses, rewards and swaps in that asset pause until it is closed; withdrawals go on.
 * The same where all places together cover less than is owed. Returns whether it could compare everything it looked at:
 * what a transaction concerns that is not concluded waits for the next look, and so do deposit addresses while somebody is
 * booking. Throws `NodeFault`.
 */
export async function reconcile(deps: ReconcileDeps): Promise<boolean> {
  while ((await collectHoldings(deps.db, { limit: 500 })) > 0);
  const sample = await takeSureSample(deps);
  if (sample === undefined) return false;
  // What was booked since is nearly all in the holdings then, and less is left for the moment in which nobody books.
  while ((await collectHoldings(deps.db, { limit: 500 })) > 0);
  const { reports, isPartial } = await transact(deps.db, (tx) => bookSample(tx, sample));
  for (const report of reports) deps.report(report);
  return sample.unsettled.size === 0 && !isPartial;
}

type Booked = {
  readonly reports: readonly ReserveReport[];
  /** Of deposit addresses something is left for the next look. */
  readonly isPartial: boolean;
};

async function bookSample(tx: DbTx, sample: SureSample): Promise<Booked> {
  const { block, stake, money, unsettled } = sample;
  const house = sample.house.filter(({ place, assetId }) => !unsettled.has(spotName(place, assetId)));
  await lockReserves(tx);
  // No deposit is booked until this transaction ends, so that what moved since the sample can be told from what did not:
  // where something arrives with every block, there is no other such moment.
  await holdReader(tx);
  await collectAllHoldings(tx);
  const settled = sample.deposits.filter(
    ({ address, assetId }) => !unsettled.has(spotName(`deposit ${address}`, assetId)),
  );
  const unmoved = await listUnmoved(tx, settled);
  const deposits = unmoved ?? [];
  const reports: ReserveReport[] = [];
  for (const each of house) {
    // Somebody has booked since the sample was taken: the next one tells.
    const { custody: now } = await readHouseMoney(tx, each.assetId);
    const inTransit = money[each.assetId].custody['in-transit'];
    if (now[each.place] !== each.books || now['in-transit'] !== inTransit) continue;
    reports.push(...(await bookPlace(tx, each, { block, inTransit })));
  }
  if (!unsettled.has(stakeSpot) && !unsettled.has(spotName('energy', 'trx'))) {
    await bookStake(tx, { chain: stake, books: money.trx.stake, block });
  }
  let isPartial = unmoved === undefined;
  for (const each of deposits) {
    const booked = await bookDeposit(tx, each, block);
    reports.push(...booked.reports);
    isPartial ||= booked.isPartial;
  }
  await storeDepositSample(tx, deposits, block);
  // Those that stay doubtful hold up no others.
  for (const each of sample.deposits) {
    if (unsettled.has(spotName(`deposit ${each.address}`, each.assetId))) await putBehind(tx, each);
  }
  // Where no address was compared, it is still the turn of these.
  if (sample.turn !== undefined && unmoved !== undefined) await keepTurn(tx, sample.turn);
  for (const assetId of assetIds) {
    if (sample.house.some((each) => each.assetId === assetId && unsettled.has(spotName(each.place, assetId)))) continue;
    reports.push(...(await bookCover(tx, { assetId, house, money: money[assetId], block })));
  }
  return { reports, isPartial };
}

/**
 * Makes the parts of the fee account what the chain shows of its stake: what was staked before they were kept apart, all
 * that one order took home, and what nobody of the house ordered. The whole of the account is compared like any other
 * place, so what is missing of it is missing in its free part, where a loss is booked.
 */
async function bookStake(
  tx: DbTx,
  input: { readonly chain: HouseMoney['stake']; readonly books: HouseMoney['stake']; readonly block: BlockHead },
): Promise<void> {
  const { chain, books } = input;
  const { id: blockId } = input.block;
  const { staked, unstaking } = (await readHouseMoney(tx, 'trx')).stake;
  // An order was concluded since the chain was read: what it did would be booked a second time.
  if (staked !== books.staked || unstaking !== books.unstaking) return;
  const unstaked = [0n, staked - chain.staked, chain.unstaking - unstaking].reduce((most, each) =>
    each > most ? each : most,
  );
  const moves = [
    ['stake', chain.staked - staked + unstaked],
    ['unstake', unstaked],
    ['unstaked', unstaking + unstaked - chain.unstaking],
  ] as const;
  for (const [code, amount] of moves) {
    if (amount > 0n) await bookStakePart(tx, { code, amount: units(amount), blockId });
  }
}

type At = { readonly block: BlockHead; readonly inTransit: bigint };

async function bookPlace(tx: DbTx, sample: HouseSample, { block, inTransit }: At): Promise<ReserveReport[]> {
  const { place, assetId, books, chain } = sample;
  await storeSample(tx, { ...sample, block });
  if (chain <= books) return await judgeGap(tx, { assetId, subject: place, books, chain, block });
  let surplus = chain - books;
  if (place === 'cold' && inTransit > 0n) {
    // What was on its way has shown where it was sent to.
    const arrived = surplus < inTransit ? surplus : inTransit;
    await bookColdArrival(tx, { assetId, amount: units(arrived), blockId: block.id });
    surplus -= arrived;
  }
  const over = await judgeGap(tx, { assetId, subject: place, books, chain: books, block });
  if (surplus === 0n) return over;
  await postJournal(tx, {
    key: `reconciliation:${place}:${assetId}:${block.id}`,
    kind: 'deposit-unidentified',
    legs: [
      {
        debit: await houseAccount(tx, `custody:${place}`, assetId),
        credit: await houseAccount(tx, 'suspense', assetId),
        asset: assetId,
        amount: units(surplus),
        code: 'unidentified',
      },
    ],
    details: { place, block: block.number, blockId: block.id },
  });
  return [...over, { event: 'surplus', assetId, subject: place, amount: surplus.toString(), block: block.number }];
}

/** Those whose books are still what they were when the sample was taken; undefined while that cannot be told. */
async function listUnmoved(
  tx: DbTx,
  deposits: readonly DepositSample[],
): Promise<readonly DepositSample[] | undefined> {
  if (!(await areHoldingsComplete(tx))) return undefined;
  const now = await findHoldings(tx, deposits);
  return deposits.filter(({ amount }, at) => now[at]?.amount === amount);
}

/**
 * Everything that arrives at a deposit address is read block by block, and what was not understood waits in quarantine: only
 * what neither explains is kept in suspense, and a deposit that is found later takes it out again.
 */
async function bookDeposit(tx: DbTx, sample: DepositSample, block: BlockHead): Promise<Booked> {
  const { address, assetId, amount: books, chain } = sample;
  const subject = `deposit ${address}`;
  await storeChecked(tx, sample);
  const reports = await judgeGap(tx, { assetId, subject, books, chain, block });
  const extra = chain - books;
  const kept = await keepSurplus(tx, { address, assetId, extra, block });
  if (kept === 'nothing-new' || kept === 'unread') return { reports, isPartial: kept === 'unread' };
  const event = kept === 'kept' ? 'surplus-kept' : 'surplus';
  const news = { event, assetId, subject, amount: extra.toString(), block: block.number } as const;
  return { reports: [...reports, news], isPartial: false };
}

async function storeDepositSample(tx: DbTx, deposits: readonly DepositSample[], block: BlockHead): Promise<void> {
  for (const assetId of assetIds) {
    const ofAsset = deposits.filter((each) => each.assetId === assetId);
    if (ofAsset.length === 0) continue;
    const books = ofAsset.reduce((sum, each) => sum + each.amount, 0n);
    const chain = ofAsset.reduce((sum, each) => sum + each.chain, 0n);
    await storeSample(tx, { place: 'deposit', assetId, books, chain, staked: 0n, block });
  }
}

/** Whether all that lies on chain covers what is owed. Deposit addresses count by their books, the others by the chain. */
async function bookCover(
  tx: DbTx,
  input: {
    readonly assetId: AssetId;
    readonly house: readonly HouseSample[];
    readonly money: HouseMoney;
    readonly block: BlockHead;
  },
): Promise<ReserveReport[]> {
  const { assetId, house, money, block } = input;
  const { deposit, warm, cold, 'in-transit': inTransit } = money.custody;
  const seen = (place: HouseSample['place']): bigint | undefined =>
    house.find((each) => each.place === place && each.assetId === assetId)?.chain;
  const onCold = seen('cold') ?? cold;
  // What was on its way and has arrived would count twice.
  const onTheWay = onCold - cold >= inTransit ? 0n : inTransit - (onCold > cold ? onCold - cold : 0n);
  const reserves = (seen('hot') ?? 0n) + (seen('energy') ?? 0n) + onCold + onTheWay + deposit + warm;
  return await judgeGap(tx, { assetId, subject: 'liabilities', books: money.owed, chain: reserves, block });
}

async function judgeGap(
  tx: DbTx,
  input: {
    readonly assetId: AssetId;
    readonly subject: string;
    readonly books: bigint;
    readonly chain: bigint;
    readonly block: BlockHead;
  },
): Promise<ReserveReport[]> {
  const { assetId, subject, books, chain, block } = input;
  const report = { assetId, subject, block: block.number };
  if (chain >= books) {
    return (await closeGap(tx, { assetId, subject })) ? [{ event: 'deficit-over', ...report, amount: '0' }] : [];
  }
  const missing = units(books - chain);
  const news = await openGap(tx, { assetId, subject, missing, blockNumber: block.number });
  return news ? [{ event: 'deficit', ...report, amount: missing.toString() }] : [];
}
