import { useSyncExternalStore } from 'react';

const checkEveryMs = 60 * 60 * 1000;
const listeners = new Set<() => void>();
/** A newer version that is loaded and waits to be taken. */
let waiting: ServiceWorker | null = null;

function noteWaiting(worker: ServiceWorker | null) {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** Has the browser keep the app for times without a network, and looks for newer versions as long as the app is open. */
export function keepServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // What the first page needs comes first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

async function register() {
  // Refused in private windows of some browsers: everything but opening without a network works all the same.
  const registration = await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  if (registration === undefined) return;
  followInstalls(registration);
  void keepWhatIsHere();
  let checkedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAtMs < checkEveryMs) return;
    checkedAtMs = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** What this page loaded before there was a service worker, such as the texts of its language, is kept too. */
async function keepWhatIsHere() {
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  active?.postMessage({ keep: files.map(({ pathname }) => pathname) });
}

function followInstalls(registration: ServiceWorkerRegistration) {
  const note = () => {
    // The very first version has nothing to take the place of.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) noteWaiting(registration.waiting);
  };
  note();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', note));
}

export function useIsUpdateWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}

/** Loads the app anew in the newest version that the server has, as soon as the browser keeps it. */
export async function takeNewest() {
  // Where nothing is kept, the server answers.
  if (!navigator.serviceWorker?.controller) return location.reload();
  listeners.add(takeUpdate);
  takeUpdate();
  await (await navigator.serviceWorker.ready).update();
}

/** Loads the app anew in its newer version. */
export function takeUpdate() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage('take-over');
}
