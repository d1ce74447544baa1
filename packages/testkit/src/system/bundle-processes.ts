import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { SystemProcess } from './processes.ts';

/** Files to run in place of the services' own, and of the operator's command. */
export type Entries = Readonly<Partial<Record<SystemProcess | 'operator', string>>>;

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const variable = 'TERN_TEST_BUNDLES';

const sources = {
  worker: 'services/worker/src/start.ts',
  signer: 'services/signer/src/start.ts',
  api: 'services/api/src/start.ts',
  console: 'services/api/src/start-console.ts',
  operator: 'services/operator/src/start.ts',
} as const;

/** The files that this run has bundled; none where it has not. */
export function findBundles(): Entries {
  const folder = process.env[variable];
  return folder === undefined ? {} : entriesIn(folder);
}

/**
 * Puts each process of the product into one file, for all systems of this run and of its workers: the same code, read in a
 * quarter of the time of its thousand modules, which is most of what a start costs. What a module finds beside itself it
 * goes on finding there. Resolves with what removes the files.
 */
export async function bundleProcesses(): Promise<() => Promise<void>> {
  // Where they find the packages that stay outside. Process ids repeat: a campaign may run in a namespace of its own.
  const folder = join(root, `node_modules/.cache/processes-${randomUUID()}`);
  for (const [name, source] of Object.entries(sources)) {
    const bundle = await rolldown({
      input: join(root, source),
      platform: 'node',
      // Native code and worker threads have to stay files of their own, and so has what reads files beside itself.
      external: [/^@node-rs\//, /^pino/, /^pg-native/, /^pdfkit/],
      plugins: [{ name: 'own-place', load: loadInPlace }],
      logLevel: 'silent',
    });
    await bundle.write({ file: join(folder, `${name}.mjs`), format: 'esm', codeSplitting: false });
    await bundle.close();
  }
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true });
}

function entriesIn(folder: string): Entries {
  return Object.fromEntries(Object.keys(sources).map((name) => [name, join(folder, `${name}.mjs`)]));
}

async function loadInPlace(file: string): Promise<string | undefined> {
  if (!file.startsWith(root) || file.includes('node_modules') || !file.endsWith('.ts')) return undefined;
  const source = await readFile(file, 'utf8');
  return source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
}
