import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from './engine.ts';

export type Bases = { readonly base: string; readonly buildBase: string };

export type BuiltImage = {
  readonly name: string;
  /** Of its settings and its unpacked files: the same in every store, however the image came there. */
  readonly id: string;
  /** Of its manifest: two images with the same digest are the same byte by byte. In an archive the layers are compressed. */
  readonly digest: string;
  readonly bytes: number;
};

type ImageFacts = { readonly Id: string; readonly Digest: string; readonly Size: number };

export const imageName = 'localhost/wallet';

/** Builds the image from a folder that `takeSources` filled, and from nothing else of this machine. */
export async function buildImage(
  engine: Engine,
  context: string,
  bases: Bases,
  name: string = imageName,
): Promise<BuiltImage> {
  const cache = join(engine.folder, 'npm-cache');
  mkdirSync(cache, { recursive: true });
  await engine.runLong(
    `Building ${name}`,
    'buildah',
    'build',
    // Every file and the image itself are as old as each other, whenever they were made.
    ...['--timestamp', '0', '--format', 'oci', '--network', 'host', '--pull-never'],
    // The steps of earlier builds would answer for this one, and leave other words in the history of the image.
    ...['--layers=false', '--identity-label=false'],
    ...['--volume', `${cache}:/var/cache/npm`],
    ...trustOfThisMachine(),
    ...['--build-arg', `BASE=${bases.base}`, '--build-arg', `BUILD_BASE=${bases.buildBase}`],
    ...['--tag', name, '--file', join(context, 'Containerfile'), context],
  );
  return describeImage(engine, name);
}

/** npm in the build trusts whom Node on this machine trusts. */
function trustOfThisMachine(): readonly string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  if (file === undefined || file === '') return [];
  const inside = '/run/trusted.pem';
  return ['--volume', `${file}:${inside}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${inside}`];
}

export function describeImage({ run }: Engine, name: string): BuiltImage {
  const [described] = JSON.parse(run('podman', 'image', 'inspect', name)) as [ImageFacts];
  return { name, id: described.Id, digest: described.Digest, bytes: described.Size };
}

/**
 * Copies the files of the clone that git knows or would take in, so that they stay as they are however long a build takes.
 * Returns the folder.
 */
export function takeSources({ folder }: Engine, root: string): string {
  const to = join(folder, 'context');
  rmSync(to, { recursive: true, force: true });
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout, stderr } = spawnSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`);
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  return to;
}
