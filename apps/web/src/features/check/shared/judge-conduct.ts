import type { ConductView } from '@tern/contracts/routes/check';

/** A rule that we hold ourselves to, in the order in which kept ones are shown. */
export type Rule = 'exits' | 'fees' | 'holds' | 'complaints' | 'countries';

/** What is said of one rule. */
export type RuleLine = {
  readonly rule: Rule;
  /** `quiet`: nothing happened to which it could apply. */
  readonly state: 'kept' | 'broken' | 'quiet';
  /** To how many it applied; null where that are few. */
  readonly applied: number | null;
  readonly broken: number;
};

/** What is said of each rule, the broken ones first. Pure. */
export function judgeConduct(conduct: ConductView): readonly RuleLine[] {
  const { exits, fees, holds, complaints, countries } = conduct;
  const lines: readonly RuleLine[] = [
    judge('exits', exits.compared, exits.broken),
    judge('fees', fees.compared, fees.broken),
    // That none lasts is as it should be.
    { ...judge('holds', holds.open, holds.pastEnd), ...(holds.pastEnd === 0 ? { state: 'kept' as const } : {}) },
    judge('complaints', complaints.judged, complaints.late),
    // Where no country is closed, nothing could be broken.
    ...(countries.closed.length > 0 || countries.broken > 0
      ? [judge('countries', countries.compared, countries.broken)]
      : []),
  ];
  return lines.toSorted((one, other) => Number(other.state === 'broken') - Number(one.state === 'broken'));
}

/** Whether any rule was broken. */
export function isBroken(lines: readonly RuleLine[]): boolean {
  return lines.some(({ state }) => state === 'broken');
}

function judge(rule: Rule, applied: number | null, broken: number): RuleLine {
  const kept = applied === 0 ? 'quiet' : 'kept';
  return { rule, state: broken > 0 ? 'broken' : kept, applied, broken };
}
