import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** What its processes are made of. Workspaces are named by their package.json, also those whose sources stay away. */
const wanted = [
  'package.json',
  'package-lock.json',
  'packages',
  'services',
  ':(glob)apps/*/package.json',
  'tests/package.json',
  ':(exclude,glob)packages/ui/src/**',
  ':(exclude,glob)**/*.test.ts',
];

/** Writes the sources of the processes of a commit into one file, so that they can be started where no history is. */
export async function packSources(commit: string, file: string): Promise<void> {
  await promisify(execFile)('git', [
    '-C',
    root,
    'archive',
    '--format=tar.gz',
    '--output',
    file,
    commit,
    '--',
    ...wanted,
  ]);
}
