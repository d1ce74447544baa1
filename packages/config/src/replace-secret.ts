import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts a new value in front of the keys of a file, whose earlier ones stay below it. */
export function addKey(file: string, key: string): void {
  writeSecretFile(file, `${key}\n${readFileSync(file, 'utf8').trim()}\n`);
}

/** Leaves the newest key of a file alone in it. Returns how many went. */
export function dropOlderKeys(file: string): number {
  const [newest = '', ...older] = readFileSync(file, 'utf8').trim().split('\n');
  writeSecretFile(file, `${newest}\n`);
  return older.length;
}

/** Replaces a file as a whole or not at all; readable by its owner alone. */
export function writeSecretFile(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
