import { spawn, spawnSync } from 'node:child_process';

/** The system user that PostgreSQL runs as; `undefined` stands for the present user. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined;

// A fixed small environment: the server's messages and dates must not depend on who started it.
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * The user for the server: the present one, or `postgres` when we are root, because PostgreSQL refuses to run as root.
 * Creates that user when the machine lacks it. Throws when it cannot.
 */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp('postgres');
  if (known !== undefined) return known;
  const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false'];
  const made = spawnSync('useradd', [...flags, 'postgres'], { encoding: 'utf8' });
  const created = lookUp('postgres');
  if (created !== undefined) return created;
  throw new Error(
    `PostgreSQL cannot run as root and no user "postgres" could be created: ${made.error?.message ?? made.stderr}`,
  );
}

function lookUp(name: string): ServerUser {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout.trim()), gid: Number(gid.stdout.trim()) };
}

/** Whether `user` may pass through or execute `path`: asked of the kernel, since every folder above it counts. */
export function canReach(user: ServerUser, path: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/', env: environment });
  return asked.status === 0;
}

export type Finished = { readonly status: number | null; readonly output: string };

/** Runs a program as `user` until it exits; `output` is what it printed to both streams. */
export async function runAs(user: ServerUser, program: string, args: readonly string[]): Promise<Finished> {
  const child = spawn(program, args, { ...user, cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    // Not `close`: a started server may keep the pipes open for as long as it lives.
    child.on('exit', (status) => resolve({ status, output }));
  });
}
