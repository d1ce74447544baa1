import type { LinesFinding } from './check-lines.ts';
import type { PublicFindings } from './run-checks.ts';

/** Whether something that everybody is shown does not add up. */
export function hasFault({ chain, seen, keys }: Pick<PublicFindings, 'chain' | 'seen' | 'keys'>): boolean {
  return chain.fault !== undefined || seen.changed !== undefined || hasWrongKey(keys);
}

/** Whether an address was signed by another key, for something else, or for another house. */
function hasWrongKey(keys: PublicFindings['keys']): boolean {
  return [...keys.values()].some(({ state }) => state !== 'signed');
}

/** Whether the person's own lines are what was published. */
export function isRight({ listed, summed }: Pick<LinesFinding, 'listed' | 'summed'>): boolean {
  return listed && summed;
}
