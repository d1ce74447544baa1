import { z } from 'zod';
import { timeField, unitsField } from './fields.ts';

/** The highest level of identity checks; 0 is that of everybody without one. */
export const highestLevel = 4;

/** The least that any level may send to the chain in 24 hours, in whole USDT: no level locks what arrives. */
export const leastLevelLimit = 100;

export const levelField = z.number().int().min(0).max(highestLevel);

/** The account number of a person. */
export const personNumberField = z.string().regex(/^[1-9]\d{7}$/);

const wholeUsdt = z
  .string()
  .regex(/^[1-9]\d{2,11}$/)
  .refine((typed) => Number(typed) >= leastLevelLimit);

/**
 * What each level may send to the chain in 24 hours, from level 0 on, in whole USDT; null: as everybody. No level may send
 * less than the one below it. Empty where there are no levels.
 */
export const levelLimitsField = z
  .array(wholeUsdt.nullable())
  .max(highestLevel + 1)
  .refine((limits) =>
    limits.every((limit, level) => level === 0 || Number(limit ?? Infinity) >= Number(limits[level - 1] ?? Infinity)),
  );

/** How a person stands by the level of their identity check, in base units of USDT. */
export const standingView = z.object({
  level: levelField,
  /** What may leave to the chain in any 24 hours; null: as everybody. */
  daily: unitsField.nullable(),
  /** When the level ends; null where it does not. */
  until: timeField.nullable(),
  /** From when on another limit counts, and which, as far as it is known now; null: as everybody. */
  next: z.object({ at: timeField, daily: unitsField.nullable() }).nullable(),
});
export type StandingView = z.infer<typeof standingView>;

/** What of transfers to Tron a person's level allows, in base units of USDT. */
export const ownLevelView = standingView.extend({
  /** Of `daily`, now; beside what was held when it came. */
  left: unitsField.nullable(),
  /** When more of it can be sent; null where nothing of the last 24 hours counts. */
  moreAt: timeField.nullable(),
});
export type OwnLevelView = z.infer<typeof ownLevelView>;

const levelLimits = z.array(unitsField.nullable());

/** What each level may send to the chain in 24 hours, from level 0 on, in base units of USDT; null: as everybody. Empty: no levels. */
export const levelLimitsView = z.object({
  /** Number of the version decided last, in force or to come; 0 where none ever was. */
  last: z.number().int(),
  levels: levelLimits,
  /** What was decided for later, in the order in which it takes effect. */
  later: z.array(z.object({ at: timeField, levels: levelLimits })),
});
export type LevelLimitsView = z.infer<typeof levelLimitsView>;
