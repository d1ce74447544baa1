/** Written in by the build: the files of the app's shell, and a name for exactly these. */
declare const shell: { readonly version: string; readonly files: readonly string[] };
declare const self: ServiceWorkerGlobalScope;

const cacheName = `shell-${shell.version}`;
/** Every page is this one document, which finds its own way. */
const page = '/';

// Only the app itself is kept here, which is the same for everybody. Answers of the API never are: what the person last
// saw is the page's to keep, and to forget at logout.

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === '/' || pathname === '/check' || pathname.startsWith('/pages/'))
      event.respondWith(findOrFetch(page, request));
  } else if (pathname.startsWith('/assets/') || pathname === '/logo.svg') {
    event.respondWith(findOrFetch(pathname, request));
  }
});
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const data: unknown = event.data;
  // The person has agreed to the new version.
  if (data === 'take-over') event.waitUntil(self.skipWaiting());
  // The person has cleared the cache, and the worker stays.
  if (data === 'keep-shell') event.waitUntil(keepShell());
  if (typeof data === 'object' && data !== null && 'keep' in data && Array.isArray(data.keep)) {
    event.waitUntil(keepMore(data.keep.filter((path) => typeof path === 'string' && path.startsWith('/assets/'))));
  }
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.json())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  const opened = data === 'site-request' ? 'site-request' : 'message-detail';
  event.waitUntil(openPage(`/pages/my/${opened}?${new URLSearchParams({ id: event.notification.tag })}`));
});

/** Shows what the server says; the same message arriving again takes its own place. */
async function showPush(said: unknown): Promise<void> {
  if (typeof said !== 'object' || said === null || !('id' in said && 'title' in said && 'body' in said)) return;
  await self.registration.showNotification(String(said.title), {
    body: String(said.body),
    tag: String(said.id),
    // Where opening it leads, unless it is a message.
    data: 'opens' in said ? said.opens : undefined,
    icon: '/icons/icon-192.png',
  });
}

/** Leads an open window there, or opens one. */
async function openPage(path: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (open === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  await open.focus();
  // A window that is still under no worker cannot be led.
  await open.navigate(path).catch(() => self.clients.openWindow(path));
}

async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  // The document has no version in its name: it comes from the server, never from the browser's own cache.
  await Promise.all([cache.addAll(shell.files), cache.add(new Request(page, { cache: 'reload' }))]);
}

/** Files the page loaded before it was under this worker. */
async function keepMore(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(paths.filter((path) => !kept.has(path)));
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What is kept, or else what the server has; files with a version in their name are kept from then on. */
async function findOrFetch(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(path);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok && path.startsWith('/assets/')) await cache.put(path, response.clone());
  return response;
}
