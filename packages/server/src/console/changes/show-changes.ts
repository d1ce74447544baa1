import { toWire } from '@tern/base/to-wire';
import { decidedShown } from '@tern/contracts/decided-shown';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { assetIds, type AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { listAssetClosings, type AssetClosing } from '../../chain/assets/public.ts';
import { getSchedule, renderSchedule } from '../../money/pool/public.ts';
import { isPairClosed } from '../../money/swaps/public.ts';
import { listOperators } from '../../people/operators/public.ts';
import { readPage } from '../../platform/read-page.ts';
import { selectDecidedChanges, selectOpenChanges } from './change-store.ts';
import type { ChangeDeps } from './decide-change.ts';
import { listSuggestions } from './suggestions.ts';

const pageRows = 50;

type Fund = ChangesView['funds'][number];

/**
 * What is set aside for what, which pairs and coins are open, when the pool distributes, and what is proposed or was decided: a
 * page of the proposals, and all else with the first one. Throws `INPUT_INVALID` for a place that is none.
 */
export async function showChanges(
  { db, pairs, pool }: ChangeDeps,
  { now, after }: { readonly now: Date; readonly after: string | undefined },
): Promise<ChangesView> {
  const isFirst = after === undefined;
  const names = new Map<string, string>((await listOperators(db)).map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const [{ page, last }, decided, closings, suggestions] = await Promise.all([
    readPage(pageRows, (limit) => selectOpenChanges(db.kysely, { after, limit })),
    isFirst ? selectDecidedChanges(db.kysely, decidedShown) : [],
    isFirst ? listAssetClosings(db.kysely) : undefined,
    isFirst ? listSuggestions(db.kysely, now) : [],
  ]);
  const schedule = await getSchedule(db.kysely, pool, now);
  return toWire({
    changes: [...page, ...decided].map((change) => ({
      id: change.id,
      content: change.content,
      state: change.state,
      note: change.note,
      proposedBy: nameOf(change.proposedBy),
      proposedAt: change.proposedAt,
      decidedBy: change.decidedBy === null ? null : nameOf(change.decidedBy),
      decidedAt: change.decidedAt,
    })),
    next: last?.place ?? null,
    suggestions,
    funds: isFirst ? await transact(db, readFunds) : [],
    pairs: await Promise.all(
      (isFirst ? pairs : []).map(async (pair) => ({
        one: pair[0],
        other: pair[1],
        open: !(await isPairClosed(db.kysely, pair)),
      })),
    ),
    assets: closings === undefined ? [] : assetIds.map((assetId) => renderClosing(assetId, closings.get(assetId))),
    pool: renderSchedule(schedule),
  });
}

function renderClosing(assetId: AssetId, closing: AssetClosing | undefined): ChangesView['assets'][number] {
  return toWire({
    assetId,
    closing: closing === undefined ? null : { from: closing.from, closed: closing.closed },
  });
}

async function readFunds(tx: DbTx): Promise<Fund[]> {
  const read = async (purpose: Fund['purpose'], code: HouseAccountCode, assetId: AssetId): Promise<Fund> => {
    const { available } = await getAccountBalance(tx, await houseAccount(tx, code, assetId));
    return toWire({ purpose, assetId, amount: units(available > 0n ? available : 0n) });
  };
  const funds: Fund[] = [
    await read('pool', 'reward-pool', 'reward'),
    await read('promotion', 'promotion:activation', 'reward'),
  ];
  for (const assetId of assetIds) funds.push(await read('liquidity', 'liquidity', assetId));
  for (const assetId of assetIds) funds.push(await read('own', 'capital', assetId));
  return funds;
}
