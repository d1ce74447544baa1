import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { listChanged } from './changed-tests.ts';

/** What decides which tests a run of all of them has time for. */
export type Turn = {
  /** The number of commits on the branch itself, so that those that follow one another try everything. */
  readonly commits: number;
  /** What the last commit changed, and what is not committed. Paths relative to the root. */
  readonly changed: readonly string[];
};

/**
 * Whose turn it is in these sources: one commit is tried in the same way wherever and however often it is tried, and what is not
 * committed as the commit that it would be. `undefined` where nobody can know, and everything is tried: in sources without their
 * history, in a part of it, in the repository of something else, and at its first commit.
 */
export function turnOf(root: string): Turn | undefined {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() === 'true') return undefined;
    // Sources that lie in somebody else's repository have no history of their own.
    if (realpathSync(git('rev-parse', '--show-toplevel').trim()) !== realpathSync(root)) return undefined;
    const commits = Number(git('rev-list', '--count', '--first-parent', 'HEAD'));
    const changed = listChanged(root);
    const committed = git('diff', '--name-only', '--no-renames', '-z', 'HEAD^1', 'HEAD').split('\0');
    // Documents alone are not another try: what is written about a commit does not change what it does.
    const isOtherTry = changed.some((file) => !file.endsWith('.md'));
    return {
      commits: isOtherTry ? commits + 1 : commits,
      changed: [...new Set([...committed.filter((file) => file !== ''), ...changed])],
    };
  } catch {
    return undefined;
  }
}
