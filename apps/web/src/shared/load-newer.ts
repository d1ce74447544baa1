import { api } from './api.ts';
import { readOwnBuild } from './own-build.ts';

const triedKey = 'newer-tried-at';
const againAfterMs = 30_000;

/**
 * Loads the app anew where the server has another version by now: a part of this one may be gone there, or it may not know what
 * the server answers. Does nothing where it is the same version, or where that was tried a moment ago.
 */
export async function loadNewer(): Promise<void> {
  const own = readOwnBuild();
  const { build } = await api.installation.installation({});
  if (own === null || build === null || build === own) return;
  if (Date.now() - Number(sessionStorage.getItem(triedKey)) < againAfterMs) return;
  sessionStorage.setItem(triedKey, String(Date.now()));
  // Without the newer one in charge, the kept app would answer again.
  if ('serviceWorker' in navigator) await takeNewerWorker().catch(() => undefined);
  location.reload();
}

/** Resolves when the newer version answers for this page, or when it cannot be kept. */
async function takeNewerWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
  const worker = registration?.installing ?? registration?.waiting;
  if (!worker) return;
  await new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    const follow = () => {
      if (worker.state === 'installed') worker.postMessage('take-over');
      if (worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', follow);
    follow();
  });
}
