import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWithProgress } from './progress.mjs';

type App = {
  /** Folder under `apps`. */
  readonly folder: 'web' | 'console';
  /** What the person reads while it is built. */
  readonly name: string;
  readonly sources: readonly string[];
};

const common = ['package-lock.json', 'tsconfig*.json'];

const web: App = {
  folder: 'web',
  name: 'the web app',
  sources: [
    ...common,
    'apps/web/*',
    'apps/web/{src,public,build,early,service-worker}/**/*',
    'packages/{base,contracts,locales,money,passkeys,proofs,tron,ui}/{package.json,src/**/*,tools/**/*,assets/**/*}',
  ],
};

const consoleApp: App = {
  folder: 'console',
  name: 'the operator console',
  sources: [
    ...common,
    'apps/console/*',
    'apps/console/src/**/*',
    'packages/{contracts,money,passkeys,ui}/{package.json,src/**/*}',
    // Its pages of alarms are these documents.
    'docs/operations/alarms/*.md',
  ],
};

/** Builds the wallet unless `apps/web/dist` was built from exactly these sources. Throws with the builder's output. */
export function buildWeb(root: string): Promise<'built' | 'unchanged'> {
  return buildApp(root, web);
}

/** The same for the operators' console in `apps/console`. */
export function buildConsole(root: string): Promise<'built' | 'unchanged'> {
  return buildApp(root, consoleApp);
}

async function buildApp(root: string, { folder, name, sources }: App): Promise<'built' | 'unchanged'> {
  const stamp = join(root, `apps/${folder}/dist/.sources`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources(root, sources)) return 'unchanged';
  const build = await runWithProgress(`Building ${name}`, 'npm', ['run', 'build', '--workspace', `@tern/${folder}`], {
    cwd: root,
    // Test runners set another one, and what people get would be built with the checks of development in it.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (build.code !== 0) throw new Error(`Building ${name} failed:\n${build.output}`);
  // After the build, because it writes generated sources too.
  writeFileSync(stamp, hashSources(root, sources));
  return 'built';
}

function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync([...sources], { cwd: root, exclude: (path) => /(?:^|\/)(?:dist|node_modules)$/.test(path) });
  for (const file of [...new Set(files)].toSorted()) {
    const path = join(root, file);
    if (!statSync(path).isFile()) continue;
    hash.update(`${file}\0`).update(createHash('sha256').update(readFileSync(path)).digest());
  }
  return hash.digest('hex');
}
