import { execFileSync } from 'node:child_process';

/** Whether all browser tests run. Then looks take turns; whoever runs some of the tests sees all that they look at. */
export const takesTurns = process.env['E2E_WHOLE'] === 'yes';

/**
 * Which turn it is where a whole run has no time for every look. It is the number of commits, so that one commit is looked at
 * in the same way wherever and however often it is tried, and those that follow one another look at everything.
 */
export const turn = takesTurns ? countCommits() : 0;

/** A third of them where all browser tests run, another with the next commit; all of them otherwise. */
export function thoseInTurn<Item>(items: readonly Item[]): readonly Item[] {
  return takesTurns ? items.filter((_, index) => (index + turn) % 3 === 0) : items;
}

function countCommits(): number {
  try {
    return Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    // Sources without their history.
    return 0;
  }
}
