import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const packageFolder = fileURLToPath(new URL('../', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));
const name = 'tern-devchain';
/** Of the code's own; everything else is a dependency that npm installs. */
const own = /^(?:[./]|@tern\/)/;

/** The declarations of `@ethereumjs/evm` name it and do not bring it. */
const neededByTypes = { '@types/debug': '4.1.13' };

type Manifest = { readonly version: string; readonly license: string; readonly dependencies: Record<string, string> };

/**
 * Writes the package as npm publishes it into `folder`: compiled, with its types, its licence and no dependency on private
 * packages. Returns the path of its tarball in the same folder.
 */
export async function packDevchain(folder: string): Promise<string> {
  const content = join(folder, 'package');
  rmSync(content, { recursive: true, force: true });
  mkdirSync(join(content, 'bin'), { recursive: true });
  await compile(join(content, 'lib'));
  writeTypes(join(content, 'types'));
  cpSync(join(packageFolder, 'src/proto/tron.proto'), join(content, 'lib/tron.proto'));
  cpSync(join(root, 'LICENSE'), join(content, 'LICENSE'));
  writeFileSync(join(content, 'README.md'), readme());
  writeFileSync(
    join(content, 'bin/tern-devchain.mjs'),
    readFileSync(join(packageFolder, 'bin/tern-devchain.mjs'), 'utf8').replace('../src/cli.ts', '../lib/cli.js'),
    { mode: 0o755 },
  );
  writeFileSync(join(content, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', content, '--json', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
      cwd: folder,
    }),
  ) as { readonly filename: string }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  return join(folder, packed.filename);
}

async function compile(output: string): Promise<void> {
  const bundle = await rolldown({
    input: { cli: join(packageFolder, 'src/cli.ts'), 'start-devchain': join(packageFolder, 'src/start-devchain.ts') },
    platform: 'node',
    external: (id) => !own.test(id),
    logLevel: 'silent',
  });
  await bundle.write({ dir: output, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' });
  await bundle.close();
}

/** The declarations of the sources, with those of the private package they name beside them. */
function writeTypes(output: string): void {
  const draft = mkdtempSync(join(tmpdir(), 'devchain-types-'));
  try {
    const options = [
      '--declaration',
      '--emitDeclarationOnly',
      '--noEmit',
      'false',
      '--outDir',
      draft,
      '--rootDir',
      root,
    ];
    const project = join(draft, 'tsconfig.json');
    writeFileSync(
      project,
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] },
        files: [join(packageFolder, 'src/start-devchain.ts'), join(root, 'packages/base/src/clock.ts')],
      }),
    );
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project, ...options], { cwd: root });
    cpSync(join(draft, 'packages/devchain/src'), output, { recursive: true });
    cpSync(join(draft, 'packages/base/src'), join(output, 'base'), { recursive: true });
  } finally {
    rmSync(draft, { recursive: true });
  }
  for (const file of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(output, file);
    const up = '../'.repeat(file.split('/').length - 1) || './';
    const text = readFileSync(path, 'utf8')
      .replaceAll(/(['"])@tern\/base\/([\w-]+)\1/g, `'${up}base/$2.js'`)
      .replaceAll(/(['"])(\.[^'"]*)\.ts\1/g, "'$2.js'");
    writeFileSync(path, text);
  }
}

function readme(): string {
  return readFileSync(join(packageFolder, 'README.md'), 'utf8')
    .replace('In this repository, after `npm ci`:', 'Without installing it:')
    .replace('In a test of this repository:', 'In a test:')
    .replaceAll('this repository', 'its repository')
    .replaceAll('@tern/devchain/start-devchain', name);
}

function manifest() {
  const { dependencies } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  return {
    name,
    version,
    description: 'A local Tron node for development and tests, with real signatures, contracts and faults on request',
    license,
    type: 'module',
    engines: { node: '>=24' },
    bin: { [name]: 'bin/tern-devchain.mjs' },
    exports: { '.': { types: './types/start-devchain.d.ts', default: './lib/start-devchain.js' } },
    files: ['bin', 'lib', 'types'],
    dependencies: {
      ...Object.fromEntries(Object.entries(dependencies).filter(([each]) => !own.test(each))),
      ...neededByTypes,
    },
  };
}
