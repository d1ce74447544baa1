import { listOpenGaps } from '../../chain/reserves/public.ts';
import { listLeastChecked } from '../sweeps/public.ts';
import { spotName, stakeSpot } from './spot-name.ts';
import { takeSample, type ReserveSample, type TakeSampleDeps } from './take-sample.ts';

/**
 * A sample whose differences are sure. Where chain and books differ, or a gap is open, every node is asked again, each at
 * its own irreversible head. A difference that one of them does not show, or shows another size of, is unsettled: behind
 * one address there may be many machines, and one that is behind is neither a surplus nor a deficit. Undefined where the
 * first look says nothing. Throws `NodeFault`.
 */
export async function takeSureSample(deps: TakeSampleDeps): Promise<ReserveSample | undefined> {
  const { nodes, db, depositsPerRound } = deps;
  const candidates = await listLeastChecked(db.kysely, { limit: depositsPerRound });
  const gaps = new Set((await listOpenGaps(db.kysely)).map(({ subject, assetId }) => spotName(subject, assetId)));
  let sample = await takeSample({ ...deps, node: nodes[0] }, candidates);
  if (sample === undefined) return undefined;
  for (const node of nodes) {
    const doubted = listDoubted(sample, gaps);
    if ([...doubted.keys()].every((spot) => sample?.unsettled.has(spot))) return sample;
    const again: ReserveSample | undefined = await takeSample({ ...deps, node }, candidates);
    const found = again === undefined ? undefined : listDoubted(again, gaps);
    const unsure = [...doubted].filter(([spot, size]) => found?.get(spot) !== size).map(([spot]) => spot);
    // What differs for the first time now is as unsure as what no longer does.
    const fresh = [...(found?.keys() ?? [])].filter((spot) => !doubted.has(spot));
    sample = {
      ...(again ?? sample),
      unsettled: new Set([...sample.unsettled, ...(again?.unsettled ?? []), ...unsure, ...fresh]),
    };
  }
  return sample;
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
