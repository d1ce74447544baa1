/**
 * `npm run images`: builds the image of the processes (Containerfile), says what it is, and with `--start` brings
 * deploy/compose.yaml up with it.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../tools/command-line/run-command.ts';
import { parseOrder } from '../../tools/command-line/usage.ts';
import { buildImage, describeImage, takeSources, type BuiltImage } from '../../tools/images/build-image.ts';
import { writeImageBill } from '../../tools/images/describe-image.ts';
import { ImagesRefused, openEngine, type Engine } from '../../tools/images/engine.ts';
import { makeBase, makeBuildBase, makeServicesBase } from '../../tools/images/make-bases.ts';
import { tryDeployFiles } from '../../tools/images/try-deploy-files.ts';
import { rehearse } from './rehearse.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run images [-- --base IMAGE] [--build-base IMAGE] [--twice] [--save FILE] [--folder DIR]
  --base IMAGE        what the processes run on; without it a small Debian that mmdebstrap makes
  --build-base IMAGE  what the image is built on, with a shell, npm and a Node of 20.19 or newer
  --twice             builds it a second time from nothing, and compares
  --start             starts three api, two workers, signer and standby, console, database and proxy with it
  --image IMAGE       takes this image and builds none
  --services IMAGE    with --start: an image with PostgreSQL 17 and HAProxy; without it a Debian that mmdebstrap makes
  --save FILE         writes the image as an archive, for podman load and docker load
  --folder DIR        where images, containers and caches are (default .tern/images)
`;

const readOptions = () =>
  parseOrder({
    options: {
      base: { type: 'string' },
      'build-base': { type: 'string' },
      twice: { type: 'boolean' },
      start: { type: 'boolean' },
      image: { type: 'string' },
      services: { type: 'string' },
      save: { type: 'string' },
      folder: { type: 'string', default: join(root, '.tern/images') },
    },
  }).values;

type Options = ReturnType<typeof readOptions>;

async function main(): Promise<number> {
  const options = readOptions();
  const ownBases = options.image === undefined && (options.base === undefined || options['build-base'] === undefined);
  const ownServices = options.start === true && options.services === undefined;
  const engine = openEngine(resolve(options.folder), [
    ...(ownBases || ownServices ? [{ program: 'mmdebstrap', debian: 'mmdebstrap' }] : []),
    ...(options.start === true ? startNeeds : []),
  ]);
  const built = options.image === undefined ? await build(engine, options) : describeImage(engine, options.image);
  if (built === undefined) return 1;
  if (options.save !== undefined)
    engine.run('podman', 'save', '--format', 'oci-archive', '-o', options.save, built.name);
  return options.start === true ? await start(engine, built, options) : 0;
}

/** Undefined where a second build came out otherwise. */
async function build(engine: Engine, options: Options): Promise<BuiltImage | undefined> {
  const bases = {
    base: options.base ?? (await makeBase(engine)),
    buildBase: options['build-base'] ?? (await makeBuildBase(engine)),
  };
  const sources = takeSources(engine, root);
  const built = await buildImage(engine, sources, bases);
  say(engine, built);
  if (options.twice !== true) return built;
  const again = await buildImage(engine, sources, bases, `${built.name}-again`);
  const isSame = again.digest === built.digest;
  process.stdout.write(isSame ? 'built twice, the same digest\n' : `built twice, another digest: ${again.digest}\n`);
  return isSame ? built : undefined;
}

const startNeeds = [
  { program: 'podman-compose', debian: 'podman-compose' },
  { program: 'iptables', debian: 'iptables' },
  { program: 'openssl', debian: 'openssl' },
] as const;

async function start(engine: Engine, { name }: BuiltImage, options: Options): Promise<number> {
  const servicesImage = options.services ?? (await makeServicesBase(engine, 'services', ['postgresql', 'haproxy']));
  const progress = (line: string): void => void process.stdout.write(`${line}\n`);
  const tried = tryDeployFiles(join(root, 'deploy'));
  for (const { program, debian, outcome } of tried)
    progress(
      outcome === 'missing'
        ? `${program} is not here (Debian: ${debian}): its files were not shown to it`
        : `${program}: ${outcome}`,
    );
  const { figures, violations } = await rehearse({ engine, root, image: name, servicesImage, progress });
  for (const violation of violations) process.stderr.write(`violation: ${violation}\n`);
  process.stdout.write(`${JSON.stringify({ ...figures, violations: violations.length })}\n`);
  const isTaken = tried.every(({ outcome }) => outcome === 'taken' || outcome === 'missing');
  return violations.length > 0 || !isTaken ? 1 : 0;
}

function say(engine: Engine, { name, id, digest, bytes }: BuiltImage): void {
  const bill = join(engine.folder, 'bill-of-materials.cdx.json');
  const { text, parts } = writeImageBill(engine, name);
  writeFileSync(bill, text);
  process.stdout.write(`${name}: ${(bytes / 1e6).toFixed(1)} MB, ${digest}\n`);
  process.stdout.write(`id ${id}, the same on every machine\n`);
  process.stdout.write(`${parts} parts, listed in ${bill}\n`);
}

await runCommand(main, { usage, Refused: ImagesRefused });
