import { setTimeout } from 'node:timers/promises';
import type { Log, PublishedDay } from './check-log.ts';

/** What a wallet answers to a path below its address. @throws Error for anything but an answer */
export async function getServed(base: string, path: string): Promise<Response> {
  const answer = await fetch(new URL(path, base.endsWith('/') ? base : `${base}/`));
  if (answer.status === 429) {
    // The wallet answers each network so many times a minute: a long list takes its time.
    await setTimeout(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    return getServed(base, path);
  }
  if (!answer.ok) throw new Error(`${path}: the answer is ${answer.status}`);
  return answer;
}

/** All days of the ledger's log, the oldest first. */
export async function listLog(base: string): Promise<readonly PublishedDay[]> {
  const all: PublishedDay[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const answer = await getServed(base, `api/check/log?from=${from}`);
    const page = (await answer.json()) as { days: PublishedDay[]; next: number | null };
    all.push(...page.days);
    from = page.next;
  }
  return all;
}

/** The hashes that should show that one log is the beginning of another. */
export async function getConsistency(base: string, from: Log, to: Log): Promise<readonly string[]> {
  const answer = await getServed(base, `api/check/log/consistency?from=${from.size}&to=${to.size}`);
  return ((await answer.json()) as { path: readonly string[] }).path;
}
