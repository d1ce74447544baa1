/**
 * Takes a set one step further: `step` gets those that nothing has stopped yet, all at once, and answers for each of them
 * in their order. What was stopped before keeps its error and its place.
 */
export async function mapOk<From, To, Stop extends Error>(
  set: readonly (From | Stop)[],
  step: (open: readonly From[]) => Promise<readonly (To | Stop)[]>,
): Promise<readonly (To | Stop)[]> {
  const isOpen = (each: From | Stop): each is From => !(each instanceof Error);
  const open = set.filter(isOpen);
  const done = open.length === 0 ? [] : await step(open);
  let next = 0;
  return set.map((each) => (isOpen(each) ? (done[next++] as To | Stop) : each));
}
