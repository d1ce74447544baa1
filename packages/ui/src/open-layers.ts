/**
 * Sheets and keypads as entries of the browser's history, so that its button, Android's and a swipe close what is open before
 * they leave the page. Each open layer has one entry above its page's own, with the page's state and a mark of its depth; the
 * page's router never sees these entries come and go.
 */

/** Told that the person went back from it; a layer that stays open all the same is opened anew. */
type Layer = { readonly goBack: () => void };

type PushArguments = readonly [state: unknown, unused: string, url?: string | URL | null];

const mark = 'layers';
const open: Layer[] = [];

let isWatching = false;
let isSettling = false;
/** From asking the browser to drop entries until it has: what is pushed meanwhile belongs above what is left. */
let isReturning = false;
let waiting: (() => void)[] = [];
/** What replaced the page's own entry while a layer's entry stood above it. */
let replacement: PushArguments | undefined;

/** How many layers' entries the present entry of the history is above its page's. */
export function depthOf(state: unknown): number {
  const depth = typeof state === 'object' && state !== null && mark in state ? state[mark] : 0;
  return typeof depth === 'number' ? depth : 0;
}

/** Puts a layer above all that are open. Returns what takes it away, and its entry with it. */
export function openLayer(layer: Layer): () => void {
  watchHistory();
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
  if (depth > open.length) {
    isReturning = true;
    history.go(open.length - depth);
  }
  for (let next = depth + 1; next <= open.length; next += 1) pushEntry(marked(history.state, next), '');
}

function marked(state: unknown, depth: number): object {
  return { ...(typeof state === 'object' ? state : {}), [mark]: depth };
}

/** The router's number of an entry: another page has another one. */
function pageOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined;
}

let pushEntry: History['pushState'];
let replaceEntry: History['replaceState'];

function watchHistory() {
  if (isWatching) return;
  isWatching = true;
  pushEntry = history.pushState.bind(history);
  replaceEntry = history.replaceState.bind(history);
  history.pushState = (...entry: PushArguments) => whenReturned(() => push(entry));
  history.replaceState = (...entry: PushArguments) => whenReturned(() => replace(entry));
  let page = pageOf(history.state);
  // Before the router, which listens at the same place without `capture`.
  window.addEventListener(
    'popstate',
    (event) => {
      const isSamePage = page === pageOf(history.state);
      page = pageOf(history.state);
      if (isReturning || isSamePage) event.stopImmediatePropagation();
      if (!isReturning) goBackTo(isSamePage ? depthOf(history.state) : 0);
      arrive();
    },
    { capture: true },
  );

  function push(entry: PushArguments) {
    page = pageOf(entry[0]);
    replacement = undefined;
    // The next page takes the place of the layer it was opened from: going back from it leads to the page below.
    if (depthOf(history.state) > 0) replaceEntry(...entry);
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
  if (replacement !== undefined && depthOf(history.state) === 0) {
    if (pageOf(replacement[0]) === pageOf(history.state)) replaceEntry(...replacement);
    replacement = undefined;
  }
  const work = waiting;
  waiting = [];
  for (const each of work) each();
  settleSoon();
}
