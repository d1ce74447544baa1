import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The log of one process: a file, and the one before it. */
export type LogFile = {
  /** Never throws: what finds no room on the disk is left out, and the log says so once there is room again. */
  readonly write: (piece: string | Uint8Array) => void;
  /** What was written last, up to a few kilobytes, whether there was room for it or not. */
  readonly readEnd: () => string;
  readonly end: () => void;
};

const logBytesMax = 10 * 1024 * 1024;
const endCharactersMax = 4_096;

/** Opens or goes on with `path`; beyond `bytesMax` bytes, 10 MiB when absent, it becomes `path.1` and a new one begins. */
export function openLogFile(path: string, bytesMax = logBytesMax): LogFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let size = existsSync(path) ? statSync(path).size : 0;
  let file: number | undefined;
  let left = 0;
  let last = '';
  const writeWhole = (piece: string | Uint8Array): void => {
    if (size > bytesMax) {
      if (file !== undefined) closeSync(file);
      file = undefined;
      renameSync(path, `${path}.1`);
      size = 0;
    }
    file ??= openSync(path, 'a', 0o600);
    const bytes = Buffer.from(piece);
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
    size += bytes.length;
  };
  return {
    write: (piece) => {
      last = `${last}${Buffer.from(piece).toString()}`.slice(-endCharactersMax);
      try {
        if (left > 0) writeWhole(`left out ${left} times: the log could not be written\n`);
        left = 0;
        writeWhole(piece);
      } catch {
        left += 1;
      }
    },
    readEnd: () => last,
    end: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
