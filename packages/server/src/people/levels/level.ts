import type { Units } from '@tern/money/units';

/** A limit of a level: base units of USDT in 24 hours; null where the level limits nothing. */
export type LevelLimit = Units | null;

/** What each level may send to the chain from a moment on, from level 0 on. Empty: there are no levels. */
export type LimitsVersion = {
  readonly version: number;
  readonly limits: readonly LevelLimit[];
  readonly effectiveAt: Date;
};

/** What two operators decided about a person's level; a later decision has a higher `id`. */
export type LevelDecision = {
  readonly id: bigint;
  readonly level: number;
  readonly fromAt: Date;
  readonly endsAt: Date | null;
};

/** The limits that ever were or are decided, and what was decided about one person. */
export type LevelHistory = {
  readonly versions: readonly LimitsVersion[];
  readonly decisions: readonly LevelDecision[];
};

export type LevelStanding = {
  readonly level: number;
  readonly daily: LevelLimit;
  /** When the limit last became narrower: what was held then is free of it. Null where it never did. */
  readonly narrowedAt: Date | null;
  readonly until: Date | null;
  /** The next moment at which the limit will be another one, as far as it is known. */
  readonly next: { readonly at: Date; readonly daily: LevelLimit } | null;
};

/** The limit of a level; of one beyond those that are listed the last counts. Pure. */
export function limitOf(limits: readonly LevelLimit[], level: number): LevelLimit {
  return limits[Math.min(level, limits.length - 1)] ?? null;
}

/** The version that is in force at a moment; undefined before the first. Pure. */
export function versionAt(versions: readonly LimitsVersion[], at: Date): LimitsVersion | undefined {
  return latest(
    versions,
    ({ effectiveAt }) => effectiveAt,
    ({ version }) => BigInt(version),
    at,
  );
}

/** The versions that take effect after a moment, in that order; one that a later decision replaces before never does. Pure. */
export function versionsAfter(versions: readonly LimitsVersion[], at: Date): readonly LimitsVersion[] {
  return versions
    .filter((each) => each.effectiveAt > at && versionAt(versions, each.effectiveAt) === each)
    .toSorted((one, other) => one.effectiveAt.getTime() - other.effectiveAt.getTime());
}

/** The decision that is in force at a moment, whether or not its level has ended. Pure. */
function decisionAt(decisions: readonly LevelDecision[], at: Date): LevelDecision | undefined {
  return latest(
    decisions,
    ({ fromAt }) => fromAt,
    ({ id }) => id,
    at,
  );
}

function latest<Each>(
  all: readonly Each[],
  from: (each: Each) => Date,
  order: (each: Each) => bigint,
  at: Date,
): Each | undefined {
  return all
    .filter((each) => from(each) <= at)
    .reduce<Each | undefined>(
      (last, each) => (last === undefined || order(each) > order(last) ? each : last),
      undefined,
    );
}

function levelAt(
  decisions: readonly LevelDecision[],
  at: Date,
): { readonly level: number; readonly until: Date | null } {
  const found = decisionAt(decisions, at);
  const hasEnded = found === undefined || (found.endsAt !== null && found.endsAt <= at);
  return hasEnded ? { level: 0, until: null } : { level: found.level, until: found.endsAt };
}

function limitAt({ versions, decisions }: LevelHistory, at: Date): LevelLimit {
  return limitOf(versionAt(versions, at)?.limits ?? [], levelAt(decisions, at).level);
}

/** Whether one limit lets less through than the other. Pure. */
export function isNarrower(one: LevelLimit, other: LevelLimit): boolean {
  return one !== null && (other === null || one < other);
}

/** How a person stands at a moment, by everything that was decided. Pure. */
export function findStanding(history: LevelHistory, now: Date): LevelStanding {
  const { versions, decisions } = history;
  const moments = [
    ...versions.map(({ effectiveAt }) => effectiveAt),
    ...decisions.flatMap(({ fromAt, endsAt }) => [fromAt, ...(endsAt === null ? [] : [endsAt])]),
  ].toSorted((one, other) => one.getTime() - other.getTime());
  let before: LevelLimit = null;
  let narrowedAt: Date | null = null;
  for (const at of moments.filter((moment) => moment <= now)) {
    const limit = limitAt(history, at);
    if (isNarrower(limit, before)) narrowedAt = at;
    before = limit;
  }
  const daily = limitAt(history, now);
  const nextAt = moments.find((moment) => moment > now && limitAt(history, moment) !== daily);
  return {
    ...levelAt(decisions, now),
    daily,
    narrowedAt,
    next: nextAt === undefined ? null : { at: nextAt, daily: limitAt(history, nextAt) },
  };
}
