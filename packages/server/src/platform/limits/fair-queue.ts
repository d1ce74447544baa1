export type FairQueue = {
  /** Does `work` when it is this group's turn. Throws the queue's refusal where it is full. */
  readonly run: <Result>(group: string, work: () => Promise<Result>) => Promise<Result>;
};

type Waiting = { readonly begin: () => void; readonly refuse: (error: Error) => void };

/**
 * A queue in which groups take turns: one that sends a thousand requests waits behind itself, and others pass. In a full
 * queue a group that has less waiting takes the last place of the one that has most. Nothing is done for what is refused.
 */
export function fairQueue(limits: {
  /** Works done at the same time. */
  readonly parallelMax: number;
  /** Of one group; as many as there are places, where nothing is said. */
  readonly perGroupMax?: number;
  /** Works that may wait, of all groups together. */
  readonly waitingMax: number;
  /** What is thrown for the others; `waitSeconds`: when the queue will be empty again, at least one. */
  readonly refusal: (waitSeconds: number) => Error;
}): FairQueue {
  // In the order of their turns: a group goes to the end when one of its works begins.
  const groups = new Map<string, Waiting[]>();
  const runningOf = new Map<string, number>();
  const perGroupMax = limits.perGroupMax ?? limits.parallelMax;
  let waiting = 0;
  let running = 0;
  // What one takes, as a moving average, in milliseconds.
  let usualMs = 50;

  const refusal = () => limits.refusal(Math.max(1, Math.ceil((waiting * usualMs) / limits.parallelMax / 1000)));

  const makeRoom = (group: string): boolean => {
    const own = groups.get(group)?.length ?? 0;
    let longest: Waiting[] | undefined;
    for (const others of groups.values()) if (others.length > (longest?.length ?? own + 1)) longest = others;
    const dropped = longest?.pop();
    if (dropped === undefined) return false;
    waiting -= 1;
    dropped.refuse(refusal());
    return true;
  };

  const waitForTurn = (group: string): Promise<void> => {
    if (waiting >= limits.waitingMax && !makeRoom(group)) return Promise.reject(refusal());
    return new Promise<void>((begin, refuse) => {
      const others = groups.get(group);
      if (others === undefined) groups.set(group, [{ begin, refuse }]);
      else others.push({ begin, refuse });
      waiting += 1;
    });
  };

  const mayBegin = (group: string): boolean => (runningOf.get(group) ?? 0) < perGroupMax;

  const noteBegin = (group: string): void => void runningOf.set(group, (runningOf.get(group) ?? 0) + 1);

  const noteEnd = (group: string): void => {
    const left = (runningOf.get(group) ?? 1) - 1;
    if (left === 0) runningOf.delete(group);
    else runningOf.set(group, left);
  };

  const handOver = (): void => {
    const group = [...groups.keys()].find(mayBegin);
    const works = group === undefined ? undefined : groups.get(group);
    const next = works?.shift();
    if (group === undefined || works === undefined || next === undefined) {
      running -= 1;
      return;
    }
    groups.delete(group);
    if (works.length > 0) groups.set(group, works);
    waiting -= 1;
    // The place is handed over, not freed: nobody can slip in between.
    noteBegin(group);
    next.begin();
  };

  return {
    run: async (group, work) => {
      if (running < limits.parallelMax && mayBegin(group)) {
        running += 1;
        noteBegin(group);
      } else await waitForTurn(group);
      const startedMs = performance.now();
      try {
        return await work();
      } finally {
        usualMs += (performance.now() - startedMs - usualMs) / 16;
        noteEnd(group);
        handOver();
      }
    },
  };
}
