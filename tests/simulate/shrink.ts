import type { Plan } from './plan.ts';

/**
 * The smallest plan found that still goes wrong: deeds and faults are left out as long as it does, in ever smaller pieces. What
 * goes wrong may be something else than at first, which is a finding too. Tries so many plans at most.
 */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>, triesMax: number): Promise<Plan> {
  let smallest = plan;
  let tries = 0;
  for (const part of ['faults', 'deeds'] as const) {
    for (let size = Math.ceil(smallest[part].length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let from = 0; from < smallest[part].length && tries < triesMax;) {
        const kept = smallest[part].filter((_each, at) => at < from || at >= from + size);
        const smaller: Plan = { ...smallest, [part]: kept };
        tries += 1;
        if (await fails(smaller)) smallest = smaller;
        else from += size;
      }
    }
  }
  return smallest;
}

/** Which deeds and faults of the seed's own plan are left, for a command line: `deeds=0,3 faults=1`. */
export function describeKept(whole: Plan, { deeds, faults }: Plan): string {
  const places = (all: readonly unknown[], kept: readonly unknown[]): string =>
    all.flatMap((each, at) => (kept.includes(each) ? [at] : [])).join(',') || 'none';
  return `--deeds ${places(whole.deeds, deeds)} --faults ${places(whole.faults, faults)}`;
}

/** The seed's plan with only these deeds and faults, as `describeKept` says them. */
export function keepOnly(whole: Plan, deeds: string | undefined, faults: string | undefined): Plan {
  const chosen = <Item>(all: readonly Item[], said: string | undefined): readonly Item[] => {
    if (said === undefined) return all;
    const places = new Set(said === 'none' ? [] : said.split(',').map(Number));
    return all.filter((_each, at) => places.has(at));
  };
  return { seed: whole.seed, deeds: chosen(whole.deeds, deeds), faults: chosen(whole.faults, faults) };
}
