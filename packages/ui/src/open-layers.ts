/**
 * Sheets and keypads as entries of the browser's history, so that its button, Android's and a swipe close what is open before
 * they leave the page. Each open layer has one entry above its page's own, with the page's state and a mark of its depth; the
 * page's router never sees these entries come and go.
 */

/** Told that the person went back from it; a layer that stays open all the same is opened anew. */
type Layer = { readonly goBack: () => void };

type PushArguments = readonly [state: unknown, unused: string, url?: string | URL | null];

const mark = 'layers';
/** Far longer than a step within the page takes. */
const dropAfterMs = 1_000;
const open: Layer[] = [];

let isSettling = false;
/** From asking the browser to drop entries until it has: what is pushed meanwhile belongs above what is left. */
let isReturning = false;
let waiting: (() => void)[] = [];
/** Of the step that is waited for: an older one must not give up a newer one. */
let giveUp: ReturnType<typeof setTimeout> | undefined;
/** What replaced the page's own entry while a layer's entry stood above it. */
let replacement: PushArguments | undefined;

/** How many layers' entries the present entry of the history is above its page's. */
export function depthOf(state: unknown): number {
  const depth = typeof state === 'object' && state !== null && mark in state ? state[mark] : 0;
  return typeof depth === 'number' ? depth : 0;
}

/** Puts a layer above all that are open. Returns what takes it away, and its entry with it. */
export function openLayer(layer: Layer): () => void {
  open.push(layer);
  settleSoon();
  return () => {
    const place = open.indexOf(layer);
    if (place !== -1) open.splice(place, 1);
    settleSoon();
  };
}

/** Once for all that opens and closes in one go: a sheet that makes room for another keeps its entry. */
function settleSoon() {
  if (isSettling) return;
  isSettling = true;
  queueMicrotask(() => {
    isSettling = false;
    if (!isReturning) settle();
  });
}

function settle() {
  const depth = depthOf(history.state);
  if (depth > open.length) returnBy(depth - open.length);
  for (let next = depth + 1; next <= open.length; next += 1) pushEntry(marked(history.state, next), '');
}

function returnBy(entries: number) {
  isReturning = true;
  history.go(-entries);
  giveUp = setTimeout(staysWhereItIs, dropAfterMs);
}

/** A browser drops a step back when something else leads it away: then the entry becomes the page's own. */
function staysWhereItIs() {
  replaceEntry(marked(history.state, 0), '');
  arrive();
}

function marked(state: unknown, depth: number): object {
  return { ...(typeof state === 'object' ? state : {}), [mark]: depth };
}

/** The router's number of the page that an entry of the history belongs to, from 0 on. */
export function pageOf(state: unknown): number | undefined {
  const page = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined;
  return typeof page === 'number' ? page : undefined;
}

let pushEntry: History['pushState'];
let replaceEntry: History['replaceState'];

/**
 * Before the router is made, and once: browsers call the listeners of the window in the order in which they came, whatever
 * they say of capturing, and the router must not hear of these entries.
 */
export function watchHistory(): void {
  pushEntry = history.pushState.bind(history);
  replaceEntry = history.replaceState.bind(history);
  history.pushState = (...entry: PushArguments) => whenReturned(() => push(entry));
  history.replaceState = (...entry: PushArguments) => whenReturned(() => replace(entry));
  let page = pageOf(history.state);
  window.addEventListener('popstate', (event) => {
    const isSamePage = page === pageOf(history.state);
    page = pageOf(history.state);
    if (isReturning || isSamePage) event.stopImmediatePropagation();
    if (!isReturning) goBackTo(isSamePage ? depthOf(history.state) : 0);
    arrive();
  });

  function push(entry: PushArguments) {
    const depth = depthOf(history.state);
    if (depth > 0 && replacement !== undefined) {
      // What the page wrote into its address, to find it there again, belongs into the entry that is gone back to.
      waiting.push(() => push(entry));
      returnBy(depth);
      return;
    }
    page = pageOf(entry[0]);
    // The next page takes the place of the layer it was opened from: going back from it leads to the page below.
    if (depth > 0) replaceEntry(...entry);
    else pushEntry(...entry);
  }

  function replace(entry: PushArguments) {
    page = pageOf(entry[0]);
    const depth = depthOf(history.state);
    if (depth === 0) {
      replaceEntry(...entry);
      return;
    }
    const [state, unused, url] = entry;
    replaceEntry(marked(state, depth), unused, url);
    replacement = entry;
  }
}

/**
 * At the start of the app, before `watchHistory`: a reload closes what was open, so the entries of the history that stood for
 * it are left. Resolves once the page's own entry is the present one.
 */
export async function leaveLayers(): Promise<void> {
  const depth = depthOf(history.state);
  if (depth === 0) return;
  const arrived = new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
    setTimeout(resolve, dropAfterMs);
  });
  history.go(-depth);
  await arrived;
}

function whenReturned(work: () => void) {
  if (isReturning) waiting.push(work);
  else work();
}

/** The person went back, or forward to where a layer once was: that one stays closed. */
function goBackTo(depth: number) {
  for (const layer of open.splice(depth).toReversed()) layer.goBack();
}

/** Does what had to wait for the entry that is now the present one. */
function arrive() {
  isReturning = false;
  clearTimeout(giveUp);
  if (replacement !== undefined && depthOf(history.state) === 0) {
    if (pageOf(replacement[0]) === pageOf(history.state)) replaceEntry(...replacement);
    replacement = undefined;
  }
  const work = waiting;
  waiting = [];
  for (const each of work) each();
  // Where the page is being left, its layers go with it.
  if (work.length === 0) settleSoon();
}
