import type { TronAddress } from '@tern/tron/address';
import { NodeFault } from '@tern/tron/node-fault';
import { listOpenGaps } from '../../chain/reserves/public.ts';
import { listLeastChecked, listNextInTurn } from '../sweeps/public.ts';
import { spotName, stakeSpot } from './spot-name.ts';
import { takeSample, type Candidates, type ReserveSample, type TakeSampleDeps } from './take-sample.ts';

export type SureSample = ReserveSample & {
  /** The last of the addresses that were looked at because it was their turn. */
  readonly turn: TronAddress | undefined;
};

/**
 * A sample whose differences are sure. Where chain and books differ, or a gap is open, every node is asked again, each at
 * its own irreversible head. A difference that one of them does not show, or shows another size of, is unsettled: behind
 * one address there may be many machines, and one that is behind is neither a surplus nor a deficit. So is one that a node
 * cannot be asked about; what agrees needs no second answer. Besides the holdings, some addresses of people are asked for
 * their TRX in turn, whatever the books say: no receipt shows what a contract pays where a node does not save internal
 * transactions. Undefined where the first look says nothing. Throws `NodeFault` where no node answers.
 */
export async function takeSureSample(deps: TakeSampleDeps): Promise<SureSample | undefined> {
  const { nodes, db, depositsPerRound: limit } = deps;
  const held = await listLeastChecked(db.kysely, { limit });
  const inTurn = await listNextInTurn(db.kysely, { limit });
  const known = new Set(held.flatMap(({ address, assetId }) => (assetId === 'trx' ? [address] : [])));
  const others = inTurn
    .filter((address) => !known.has(address))
    .map((address) => ({ address, assetId: 'trx' as const }));
  const candidates = [...held, ...others];
  const gaps = new Set((await listOpenGaps(db.kysely)).map(({ subject, assetId }) => spotName(subject, assetId)));
  let sample = await takeFirst(deps, candidates);
  if (sample === undefined) return undefined;
  for (const node of nodes) {
    const doubted = listDoubted(sample, gaps);
    if ([...doubted.keys()].every((spot) => sample?.unsettled.has(spot))) break;
    const again: ReserveSample | undefined = await takeSample({ ...deps, node }, candidates).catch(silence);
    const found = again === undefined ? undefined : listDoubted(again, gaps);
    const unsure = [...doubted].filter(([spot, size]) => found?.get(spot) !== size).map(([spot]) => spot);
    // What differs for the first time now is as unsure as what no longer does.
    const fresh = [...(found?.keys() ?? [])].filter((spot) => !doubted.has(spot));
    sample = {
      ...(again ?? sample),
      unsettled: new Set([...sample.unsettled, ...(again?.unsettled ?? []), ...unsure, ...fresh]),
    };
  }
  return { ...sample, turn: inTurn.at(-1) };
}

/** What the first node that can be asked shows. Throws the fault of the last one where none can. */
async function takeFirst(deps: TakeSampleDeps, candidates: Candidates): Promise<ReserveSample | undefined> {
  const [first, ...others] = deps.nodes;
  let node = first;
  for (const next of others) {
    try {
      return await takeSample({ ...deps, node }, candidates);
    } catch (error) {
      silence(error);
      node = next;
    }
  }
  return await takeSample({ ...deps, node }, candidates);
}

/** Of a node that cannot be asked nothing is known. */
function silence(error: unknown): undefined {
  if (!(error instanceof NodeFault)) throw error;
}

/** By how much the chain shows more than the books, or less, in base units: of what differs, and of what has an open gap. */
function listDoubted(
  { house, deposits, stake, money }: ReserveSample,
  gaps: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const { stake: booked } = money.trx;
  const sizes: readonly (readonly [string, string])[] = [
    ...house.map(({ place, assetId, books, chain }) => [spotName(place, assetId), `${chain - books}`] as const),
    ...deposits.map(
      ({ address, assetId, amount, chain }) => [spotName(`deposit ${address}`, assetId), `${chain - amount}`] as const,
    ),
  ];
  const differing = new Map(sizes.filter(([spot, size]) => size !== '0' || gaps.has(spot)));
  if (stake.staked !== booked.staked || stake.unstaking !== booked.unstaking) {
    differing.set(stakeSpot, `${stake.staked - booked.staked} ${stake.unstaking - booked.unstaking}`);
  }
  return differing;
}
