const most = 6;

/** A page that somebody opened from the search; without what was typed. */
export type RecentTarget = { readonly path: string; readonly title: string };

/** What an operator opened last from the search in this browser, newest first. What storage refuses is forgotten. */
export function readRecent(operator: string): readonly RecentTarget[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(operator)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function keepRecent(operator: string, target: RecentTarget): void {
  const others = readRecent(operator).filter(({ path }) => path !== target.path);
  write(operator, [{ path: target.path, title: target.title }, ...others].slice(0, most));
}

export function forgetRecent(operator: string): void {
  write(operator, []);
}

function write(operator: string, kept: readonly RecentTarget[]): void {
  try {
    localStorage.setItem(keyOf(operator), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing has nothing to offer again.
  }
}

const keyOf = (operator: string): string => `console-recent:${operator}`;

function isRecent(value: unknown): value is RecentTarget {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('title' in value)) return false;
  const { path, title } = value;
  // A page of the console: what starts with two strokes would lead to another site.
  return typeof path === 'string' && /^\/(?!\/)/.test(path) && typeof title === 'string';
}
