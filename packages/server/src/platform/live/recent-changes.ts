/** What was announced in the last minutes, and to whom: so that a page that opens need not read everything twice. */
export type RecentChanges = {
  readonly note: (personId: string) => void;
  /** Something may have been announced that nobody here has heard: from now on is all that is known. */
  readonly forget: () => void;
  /** Whether something may have been announced to this person since then. `sinceMs`: of this machine's clock. */
  readonly mayHaveChanged: (personId: string, sinceMs: number) => boolean;
};

/** As far back as it remembers, at least. */
const keptMs = 180_000;

/** Something that is announced to more people than this at a time is not remembered for each: everybody reads everything anew. */
const peopleMax = 100_000;

export function openRecentChanges(nowMs: () => number = Date.now): RecentChanges {
  let [heardSinceMs, turnedMs] = [nowMs(), nowMs()];
  /** Of this turn and the one before: two maps that follow each other forget without a look at each of their entries. */
  let [current, previous] = [new Map<string, number>(), new Map<string, number>()];
  const turn = (now: number): void => {
    if (now - turnedMs < keptMs) return;
    // After a long silence nothing of either is recent any more.
    previous = now - turnedMs < 2 * keptMs ? current : new Map();
    [current, turnedMs] = [new Map(), now];
  };
  const forget = (): void => {
    [current, previous, heardSinceMs] = [new Map(), new Map(), nowMs()];
  };
  return {
    note: (personId) => {
      const now = nowMs();
      turn(now);
      if (current.size >= peopleMax) forget();
      current.set(personId, now);
    },
    forget,
    mayHaveChanged: (personId, sinceMs) => {
      const now = nowMs();
      turn(now);
      // A time to come is told by a clock that is wrong.
      if (!(sinceMs >= Math.max(heardSinceMs, now - keptMs) && sinceMs <= now)) return true;
      return (current.get(personId) ?? previous.get(personId) ?? -Infinity) >= sinceMs;
    },
  };
}
