import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';

/** One check of the sources. Returns what is wrong, one text per finding; nothing means passed. */
export type Gate = {
  readonly name: string;
  /** `root` is the repository or a copy of it. */
  readonly run: (root: string) => Promise<readonly string[]>;
};

export type CommandResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs one of the installed command line tools in `root`. Rejects only when it cannot be started at all. */
export async function runTool(root: string, command: string, args: readonly string[]): Promise<CommandResult> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** Findings of a tool that says everything on its output and fails by its exit code. */
export function findingsOf(result: CommandResult): readonly string[] {
  if (result.code === 0) return [];
  const lines = `${result.stdout}\n${result.stderr}`.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 ? lines : [`exit code ${result.code} without a word`];
}

const notOurs = new Set(['node_modules', 'dist', '.git', '.tern', 'coverage', 'test-results']);

/** Files of ours that match the glob patterns, sorted, relative to `root`. */
export function listFiles(root: string, patterns: readonly string[]): readonly string[] {
  const found = globSync([...patterns], { cwd: root, exclude: (name) => notOurs.has(name.split('/').at(-1) ?? name) });
  return [...new Set(found.map((file) => relative(root, join(root, file))))].toSorted();
}
