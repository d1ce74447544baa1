import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { OwnLevelView } from '@tern/contracts/levels';
import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { multiplyCeil, multiplyFloor, ratio } from '@tern/money/ratio';
import { add, subtractOrZero, zero, type Units } from '@tern/money/units';
import {
  findKeptMoney,
  findStandings,
  renderStanding,
  type Amounts,
  type LevelStanding,
} from '../../people/levels/public.ts';
import { chainSumsOfLastDay } from './withdrawal-store.ts';

/** What a person can send to the chain now by their level. */
export type LevelRoom = {
  readonly standing: LevelStanding;
  /** USDT-equivalent that the level lets through now; null where it limits nothing. */
  readonly left: Units | null;
  /** When more of it can be sent; null where nothing of the last 24 hours counts. */
  readonly moreAt: Date | null;
  /** What was held when the limit came, and can still be sent: it needs no room. None where it was not asked for. */
  readonly kept: Amounts;
};

/** Whose room is asked for, and for a send of which USDT-equivalent; absent where all of it is to be known. */
type LevelRoomQuestion = { readonly personId: PersonId; readonly usdtValue?: Units };

/**
 * The room of each of these people; nobody where there are no levels. What was held before is read only for a send that the
 * limit alone does not let through, of one person after the other: it may be thousands of movements, read under a lock.
 */
export async function findLevelRooms(
  db: DbReader,
  asked: readonly LevelRoomQuestion[],
): Promise<ReadonlyMap<PersonId, LevelRoom>> {
  const standings = await findStandings(
    db,
    asked.map(({ personId }) => personId),
  );
  const values = new Map(asked.map(({ personId, usdtValue }) => [personId, usdtValue]));
  const limited = [...standings].filter(([, { daily }]) => daily !== null).map(([personId]) => personId);
  const sums = limited.length === 0 ? new Map<never, never>() : await chainSumsOfLastDay(db, limited);
  const rooms = new Map<PersonId, LevelRoom>();
  for (const [personId, standing] of standings) {
    const { daily, narrowedAt: since } = standing;
    const sent = sums.get(personId);
    const left = daily === null ? null : subtractOrZero(daily, sent?.total ?? zero);
    const value = values.get(personId);
    const isWithin = left === null || (value !== undefined && value <= left);
    const kept: Amounts = isWithin || since === null ? new Map() : await findKeptMoney(db, { personId, since });
    rooms.set(personId, { standing, left, moreAt: sent?.moreAt ?? null, kept });
  }
  return rooms;
}

type Send = { readonly assetId: AssetId; readonly amount: Units; readonly usdtValue: Units };

/**
 * Throws `LEVEL_LIMIT_REACHED` where a send to the chain is more than the level lets through beside what was held when its
 * limit came. Pure.
 */
export function checkLevelRoom(room: LevelRoom | undefined, { assetId, amount, usdtValue }: Send): void {
  if (room === undefined || room.left === null || amount === 0n) return;
  const kept = room.kept.get(assetId) ?? zero;
  const rest = subtractOrZero(amount, kept);
  if (multiplyCeil(usdtValue, ratio(rest, amount)) <= room.left) return;
  const within = multiplyFloor(room.left, ratio(amount, usdtValue));
  throw problem(
    'LEVEL_LIMIT_REACHED',
    toWire({
      assetId,
      limit: add(kept, within),
      moreAt: room.moreAt,
    }),
  );
}

/** As its owner reads it; null where there are no levels now, and none are decided. */
export function renderLevel(room: LevelRoom | undefined): OwnLevelView | null {
  if (room === undefined) return null;
  const { level, daily, next } = room.standing;
  if (level === 0 && daily === null && next === null) return null;
  return toWire({
    ...renderStanding(room.standing),
    left: room.left,
    moreAt: room.moreAt,
  });
}
