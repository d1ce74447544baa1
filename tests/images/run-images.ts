/** `npm run images`: builds the image of the processes (Containerfile), and says what it is. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildImage, type BuiltImage } from './build-image.ts';
import { writeImageBill } from './describe-image.ts';
import { ImagesRefused, openEngine, type Engine } from './engine.ts';
import { makeBase, makeBuildBase } from './make-bases.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run images [-- --base IMAGE] [--build-base IMAGE] [--twice] [--save FILE] [--folder DIR]
  --base IMAGE        what the processes run on; without it a small Debian that mmdebstrap makes
  --build-base IMAGE  what the image is built on, with a shell, npm and a Node of 20.19 or newer
  --twice             builds it a second time from nothing, and compares
  --save FILE         writes the image as an archive, for podman load and docker load
  --folder DIR        where images, containers and caches are (default .tern/images)
`;

class UsageFault extends Error {}

function readOptions() {
  try {
    return parseArgs({
      options: {
        base: { type: 'string' },
        'build-base': { type: 'string' },
        twice: { type: 'boolean' },
        save: { type: 'string' },
        folder: { type: 'string', default: join(root, '.tern/images') },
      },
    }).values;
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  const ownBases = options.base === undefined || options['build-base'] === undefined;
  const engine = openEngine(resolve(options.folder), ownBases ? [{ program: 'mmdebstrap', debian: 'mmdebstrap' }] : []);
  const bases = {
    base: options.base ?? (await makeBase(engine)),
    buildBase: options['build-base'] ?? (await makeBuildBase(engine)),
  };
  const built = await buildImage(engine, root, bases);
  say(engine, built);
  if (options.save !== undefined) engine.run('podman', 'save', '--format', 'oci-archive', '-o', options.save, built.name);
  if (options.twice !== true) return 0;
  const again = await buildImage(engine, root, bases, { name: `${built.name}-again`, isFresh: true });
  const isSame = again.digest === built.digest;
  process.stdout.write(isSame ? 'built twice, the same digest\n' : `built twice, another digest: ${again.digest}\n`);
  return isSame ? 0 : 1;
}

function say(engine: Engine, { name, digest, bytes }: BuiltImage): void {
  const bill = join(engine.folder, 'bill-of-materials.cdx.json');
  const { text, parts } = writeImageBill(engine, name);
  writeFileSync(bill, text);
  process.stdout.write(`${name}: ${(bytes / 1e6).toFixed(1)} MB, ${digest}\n`);
  process.stdout.write(`${parts} parts, listed in ${bill}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UsageFault) process.stderr.write(`${error.message}\n${usage}`);
  else if (error instanceof ImagesRefused) process.stderr.write(`${error.message}\n`);
  else throw error;
  process.exitCode = 2;
}
