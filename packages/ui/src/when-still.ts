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

/** From now on something moves. Returns what is called once it stands or is gone; calling it again does nothing. */
export function beginMoving(): () => void {
  let stands = false;
  moving += 1;
  return () => {
    if (stands) return;
    stands = true;
    moving -= 1;
    if (moving > 0) return;
    const work = waiting;
    waiting = [];
    for (const each of work) each();
  };
}
