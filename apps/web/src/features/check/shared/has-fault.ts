import type { LinesFinding } from './check-lines.ts';
import type { PublicFindings } from './run-checks.ts';

/** Whether something that everybody is shown does not add up. */
export function hasFault({ chain, seen }: Pick<PublicFindings, 'chain' | 'seen'>): boolean {
  return chain.fault !== undefined || seen.changed !== undefined;
}

/** Whether the person's own lines are what was published. */
export function isRight({ listed, summed }: Pick<LinesFinding, 'listed' | 'summed'>): boolean {
  return listed && summed;
}
