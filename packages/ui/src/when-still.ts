let moving = 0;
let waiting: (() => void)[] = [];

/**
 * Does it in a microtask, or, while something moves over the page, once that stands: drawing anything anew meanwhile would cost
 * the movement its frames.
 */
export function whenStill(work: () => void): void {
  if (moving === 0) queueMicrotask(work);
  else waiting.push(work);
}

/** Something moves until this promise, which is never rejected, is fulfilled. Resolves then. */
export async function moveUntil(stands: Promise<unknown>): Promise<void> {
  moving += 1;
  await stands;
  moving -= 1;
  if (moving > 0) return;
  const work = waiting;
  waiting = [];
  // Each by itself: what throws keeps none of the others from being told.
  for (const each of work) queueMicrotask(each);
}
