/**
 * `npm run verify:build -- URL`: builds the wallet from these sources and compares it with what the installation at URL
 * serves, byte by byte. `npm run verify:build -- --image FILE`: builds the image of the processes and compares it with the
 * archive in FILE. Ends with 1 where anything differs.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildWeb } from '@tern/installation/build-web';
import { asksForHelp } from './command-line/read-arguments.ts';
import { UsageFault } from './command-line/usage.ts';
import { buildImage, describeImage, takeSources } from './images/build-image.ts';
import { compareImages } from './images/compare-images.ts';
import { ImagesRefused, openEngine } from './images/engine.ts';
import { makeBase, makeBuildBase } from './images/make-bases.ts';
import { compareServed } from './verify/compare-served.ts';

const usage = `Usage: npm run verify:build -- URL
       npm run verify:build -- --image FILE [--base IMAGE] [--build-base IMAGE]
`;
const findingsShown = 50;
const root = fileURLToPath(new URL('..', import.meta.url));

type Verdict = { readonly found: readonly string[]; readonly compared: string };

async function verifyServed(origin: string): Promise<Verdict> {
  await buildWeb(root);
  const { files, found } = await compareServed(`${root}apps/web/dist`, async (path) => {
    const answer = await fetch(new URL(path, origin), { headers: { 'accept-encoding': 'identity' } });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  });
  // The app shows the same fingerprint on its page about how it can be checked.
  const fingerprint = createHash('sha256')
    .update(readFileSync(`${root}apps/web/dist/build.txt`))
    .digest('hex');
  return { found, compared: `${files} files, each as these sources build it: ${fingerprint}` };
}

async function verifyImage(
  file: string,
  given: { readonly base?: string; readonly buildBase?: string },
): Promise<Verdict> {
  const engine = openEngine(join(root, '.tern/images'), [{ program: 'mmdebstrap', debian: 'mmdebstrap' }]);
  const name = /^Loaded image: (\S+)$/m.exec(engine.run('podman', 'load', '--input', resolve(file)))?.[1];
  if (name === undefined) throw new Error(`${file} holds no image with a name`);
  // Under a name that no build takes away from it.
  const loaded = 'localhost/wallet-to-verify';
  engine.run('podman', 'tag', name, loaded);
  const bases = {
    base: given.base ?? (await makeBase(engine)),
    buildBase: given.buildBase ?? (await makeBuildBase(engine)),
  };
  const built = await buildImage(engine, takeSources(engine, root), bases, 'localhost/wallet-verified');
  const { digest } = describeImage(engine, loaded);
  if (digest === built.digest) return { found: [], compared: `${digest}, as these sources build it` };
  const files = compareImages(engine, built.name, loaded);
  return { found: [`${digest} is not ${built.digest}`, ...files.slice(0, findingsShown)], compared: '' };
}

function readOrder(): () => Promise<Verdict> {
  try {
    const { values, positionals } = parseArgs({
      options: { image: { type: 'string' }, base: { type: 'string' }, 'build-base': { type: 'string' } },
      allowPositionals: true,
    });
    const { image, base, 'build-base': buildBase } = values;
    const [origin, ...more] = positionals;
    if (image !== undefined && origin === undefined)
      return () => verifyImage(image, { ...(base && { base }), ...(buildBase && { buildBase }) });
    if (image === undefined && origin !== undefined && more.length === 0 && URL.canParse(origin))
      return () => verifyServed(origin);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new UsageFault(usage);
}

try {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const { found, compared } = await readOrder()();
  for (const finding of found) process.stdout.write(`${finding}\n`);
  if (found.length === 0) process.stdout.write(`${compared}\n`);
  else process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UsageFault) && !(error instanceof ImagesRefused)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = 2;
}
