import { once } from 'node:events';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FromSpare, ToSpare } from './messages.ts';
import { stampOf } from './stamp-of.ts';

// A process that the watcher keeps ready: it loads the packages, which do not change while somebody works, and runs its file
// when the time has come. What it imports it tells the watcher.

// The file shall find itself as if it had been started alone.
process.argv.splice(1, 1);
const [, file = ''] = process.argv;

let files = new Map<string, string>();
let packages = new Set<string>();
let isTelling = false;

const isPackage = (url: string): boolean => url.includes('/node_modules/');

function tell(): void {
  isTelling = false;
  if (files.size + packages.size === 0 || !process.connected) return;
  process.send?.({ files: [...files], packages: [...packages] } satisfies FromSpare);
  files = new Map();
  packages = new Set();
}

function note(url: string, importer: string | undefined): void {
  if (!url.startsWith('file:')) return;
  if (!isPackage(url)) {
    const path = fileURLToPath(url);
    if (!files.has(path)) files.set(path, stampOf(path));
  } else if (importer !== undefined && !isPackage(importer)) packages.add(url);
  if (isTelling) return;
  isTelling = true;
  setImmediate(tell);
}

registerHooks({
  resolve(specifier, context, next) {
    try {
      const found = next(specifier, context);
      note(found.url, context.parentURL);
      return found;
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
    await import(pathToFileURL(file).href).finally(tell);
    break;
  }
  // What does not load here says so when the file that asks for it runs.
  for (const url of message.packages) await import(url).catch(() => undefined);
}
