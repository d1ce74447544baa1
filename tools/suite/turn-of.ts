import { execFileSync } from 'node:child_process';
import { listChanged } from './changed-tests.ts';

/**
 * Which turn it is where a whole run of the tests has no time for every look. It is the number of commits, so that one commit is
 * looked at in the same way wherever and however often it is tried, and those that follow one another look at everything.
 * `undefined` where everything has to be looked at: while something is not committed, and in sources without their history.
 */
export function turnOf(root: string): number | undefined {
  try {
    if (listChanged(root).some((file) => !file.endsWith('.md'))) return undefined;
    return Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return undefined;
  }
}
