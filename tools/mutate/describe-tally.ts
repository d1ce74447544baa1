import { isJudged, type Judged } from './judged.ts';
import type { Mutant } from './mutant.ts';
import type { Verdict } from './tally.ts';

/**
 * The figures of these mutants, a line for each operator, and each survivor that nobody has judged. What was judged equivalent
 * counts as survived.
 */
export function describeTally(
  mutants: readonly Mutant[],
  find: (mutant: Mutant) => Verdict | undefined,
  judged: readonly Judged[],
): string {
  const lineOf = (name: string, own: readonly Mutant[]): string => {
    const count = (outcome: Verdict['outcome']): number => own.filter((each) => find(each)?.outcome === outcome).length;
    const killed = count('killed');
    const survived = count('survived');
    const share = killed + survived === 0 ? '' : `, ${((100 * killed) / (killed + survived)).toFixed(1)} % killed`;
    const equivalent = own.filter((each) => find(each)?.outcome === 'survived' && isJudged(each, judged)).length;
    const open = own.filter((each) => find(each) === undefined).length;
    return (
      `${name}: ${killed} killed, ${survived} survived (${equivalent} judged equivalent), ${count('timed-out')} not decided in time, ` +
      `${count('refused')} refused by PostgreSQL, ${open} not reached${share}`
    );
  };
  const byOperator = [...Map.groupBy(mutants, ({ operator }) => operator)].map(([name, own]) =>
    lineOf(`  ${name}`, own),
  );
  const survivors = mutants
    .filter((each) => find(each)?.outcome === 'survived' && !isJudged(each, judged))
    .map(({ id, fingerprint, what }) => `  ${id} [${fingerprint}]: ${what}`);
  return [
    lineOf(`${mutants.length} mutants`, mutants),
    ...byOperator,
    ...(survivors.length === 0 ? [] : ['survivors that nobody has judged:', ...survivors]),
  ].join('\n');
}
