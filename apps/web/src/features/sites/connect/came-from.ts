/**
 * The host of the page that opened this link here, where the browser tells. No site can make a browser tell another host than its
 * own, so this alone of all that is known about a site is proven. Undefined where the link was scanned or pasted.
 */
export function cameFrom(link: string): string | undefined {
  const [opened] = performance.getEntriesByType('navigation');
  if (opened === undefined || !URL.canParse(opened.name) || !URL.canParse(document.referrer)) return undefined;
  if (new URL(opened.name).searchParams.get('uri') !== link) return undefined;
  const { origin, host } = new URL(document.referrer);
  return origin === location.origin ? undefined : host;
}

/** The same, as it is kept with the page's place in the history. */
export function readCameFrom(state: unknown): string | undefined {
  const from = typeof state === 'object' && state !== null && 'cameFrom' in state ? state.cameFrom : undefined;
  return typeof from === 'string' ? from : undefined;
}
