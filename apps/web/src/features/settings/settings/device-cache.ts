/** What this page has stored on the device, in bytes; undefined where the browser does not say. */
export async function measureCache(): Promise<number | undefined> {
  // Outside a secure context there is neither storage manager nor cache.
  if (!('storage' in navigator)) return undefined;
  const { usage } = await navigator.storage.estimate();
  return usage;
}

/**
 * Deletes everything that is only a copy: caches, their service worker and databases. Choices of this device (language,
 * theme, hidden balances) and the session stay, and so does the worker of a device that is told of messages while the app is
 * closed: without it that would end unsaid. It fetches the app anew.
 */
export async function clearCache(): Promise<void> {
  sessionStorage.clear();
  const workers = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : [];
  const told = await Promise.all(workers.map(isTold));
  const names = 'caches' in globalThis ? await caches.keys() : [];
  const databases = 'indexedDB' in globalThis ? await indexedDB.databases() : [];
  await Promise.all([
    ...workers.filter((_, index) => told[index] === false).map((worker) => worker.unregister()),
    ...names.map((name) => caches.delete(name)),
    ...databases.flatMap(({ name }) => (name === undefined ? [] : [deleteDatabase(name)])),
  ]);
  for (const [index, worker] of workers.entries()) {
    if (told[index] === true) worker.active?.postMessage('keep-shell');
  }
}

async function isTold(worker: ServiceWorkerRegistration): Promise<boolean> {
  if (!('pushManager' in worker)) return false;
  return (await worker.pushManager.getSubscription().catch(() => null)) !== null;
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('blocked', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error(`${name} stays`)));
  });
}
