import { once } from 'node:events';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importGraph } from './import-graph.ts';
import type { FromSpare, ToSpare } from './messages.ts';

// A process that the watcher keeps ready: it loads all that its file imports, and runs the file when the time has come. What
// changed meanwhile is loaded anew then, with all that imports it. What it imports it tells the watcher.

// The file shall find itself as if it had been started alone.
process.argv.splice(1, 1);
const [, file = ''] = process.argv;
const main = pathToFileURL(file).href;

const graph = importGraph();
let stale: ReadonlySet<string> = new Set();
let files = new Set<string>();
let modules = new Set<string>();
let isTelling = false;

const isPackage = (url: string): boolean => url.includes('/node_modules/');
const pathOf = (url: string | undefined): string | undefined =>
  url?.startsWith('file:') === true && !isPackage(url) ? fileURLToPath(url) : undefined;

function tell(): void {
  isTelling = false;
  if (files.size + modules.size === 0 || !process.connected) return;
  const stamped = [...files].map((path) => [path, graph.notedStamp(path) ?? ''] as const);
  process.send?.({ files: stamped, modules: [...modules] } satisfies FromSpare);
  files = new Set();
  modules = new Set();
}

function note(url: string, importer: string | undefined): void {
  const path = pathOf(url);
  const importing = pathOf(importer);
  if (path !== undefined && path !== import.meta.filename) {
    graph.note(path, importing === import.meta.filename ? undefined : importing);
    files.add(path);
  }
  // All that a file imports comes with it, but not what is imported later, at some call: of that, packages alone are safe to
  // load unasked, and the file itself would run.
  const isAhead = importing === file || (path === undefined && url.startsWith('file:') && importing !== undefined);
  if (isAhead && url !== main) modules.add(url);
  if (isTelling) return;
  isTelling = true;
  setImmediate(tell);
}

registerHooks({
  resolve(specifier, context, next) {
    try {
      const found = next(specifier, context);
      note(found.url, context.parentURL);
      // Another address, because what an address gave once it gives again.
      return stale.has(pathOf(found.url) ?? '') ? { ...found, url: `${found.url}?changed` } : found;
    } catch (error) {
      // A file that is not there yet is watched for as well.
      if (error instanceof Error && 'url' in error) note(String(error.url), context.parentURL);
      throw error;
    }
  },
});

// Without the watcher, which may have been ended by force, nobody would ever stop it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

// As in the files that it runs: whoever keeps a function of a socket for later keeps the guarded one.
await import('@tern/base/guard-sockets');

for (;;) {
  const [message] = (await once(process, 'message')) as [ToSpare];
  if (message === 'run') {
    // The channel to the watcher keeps nothing alive that has nothing left to do.
    process.channel?.unref();
    stale = graph.stale();
    await import(main).finally(tell);
    break;
  }
  // What does not load here says so when the file that asks for it runs.
  for (const url of message.modules) await import(url).catch(() => undefined);
}
