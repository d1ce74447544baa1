import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder to the process inside. */
const folderVariable = 'TERN_CLUSTER_FOLDER';

/** The folder of the campaign; undefined for the process that is still outside. */
export function ownFolder(): string | undefined {
  return process.env[folderVariable];
}

/**
 * Runs a file again, with the arguments of this process unless others are given, in namespaces of its own for processes, networks and mounts: they
 * end with it, however it ends, and with them every program, every cable and every disk of the cluster.
 */
export async function runInOwnNamespaces(file: string, args = process.argv.slice(2)): Promise<number> {
  const folder = mkdtempSync('/tmp/tern-cluster-');
  // The database's user has to get through.
  chmodSync(folder, 0o711);
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { mode: 0o711 });
  const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  // The shell takes in whoever is orphaned, as the first process has to.
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh'];
  const self = [process.execPath, ...process.execArgv, file, ...args];
  const child = spawn('unshare', [...apart, ...shell, ...self], {
    stdio: 'inherit',
    env: { ...process.env, [folderVariable]: folder, TMPDIR: temporary },
  });
  // `unshare` lets no milder signal through; everything inside ends with it.
  const end = (): void => void child.kill('SIGKILL');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  const code = await new Promise<number>((ended) => {
    child.once('error', () => ended(1));
    child.once('close', (exitCode) => ended(exitCode ?? 130));
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  rmSync(folder, { recursive: true, force: true });
  return code;
}
