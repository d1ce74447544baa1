import { expect, type Page } from '@playwright/test';

/** Everything this browser keeps for the wallet, as one text. */
export function readKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        kept.push(pathname);
        // The app's own files say nothing about anybody; any other answer would be somebody's.
        if (!pathname.startsWith('/assets/')) kept.push(await (await cache.match(request))?.text());
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      kept.push(
        await new Promise((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('error', () => reject(opening.error ?? new Error(name)));
          opening.addEventListener('success', () => {
            const [store] = opening.result.objectStoreNames;
            const all = opening.result
              .transaction(store ?? '')
              .objectStore(store ?? '')
              .getAll();
            all.addEventListener('success', () => resolve(all.result));
          });
        }),
      );
    }
    return JSON.stringify(kept);
  });
}

/** Waits until the app is kept for times without a network, with the texts of the pages one may open then. */
export async function waitUntilKept(page: Page): Promise<void> {
  const texts = ['home-page', 'en', 'home', 'inside', 'money', 'records'];
  await expect
    .poll(() =>
      page.evaluate(async (files) => {
        const [name] = await caches.keys();
        if (navigator.serviceWorker.controller === null || name === undefined) return [];
        const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
        return files.filter((file) => paths.some((path) => new RegExp(`^/assets/${file}-[\\w-]{7}\\.js$`).test(path)));
      }, texts),
    )
    .toEqual(texts);
}
