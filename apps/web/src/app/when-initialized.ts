/** What is needed of a router here. */
type Starting = {
  readonly state: { readonly initialized: boolean };
  readonly subscribe: (changed: (state: { readonly initialized: boolean }) => void) => () => void;
};

/**
 * Resolves once the router knows what it shows first, or after `withinMs`. Until then the page shows the picture that it came
 * with; drawing the same picture once more would only take time.
 */
export function whenInitialized(router: Starting, withinMs: number): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(finish, withinMs);
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) finish();
    });
  });
}
