import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** One line of the log: what happened to the chain, in order. */
export type LogEntry =
  | {
      readonly kind: 'genesis';
      readonly id: string;
      readonly tokenName: string;
      readonly tokenSymbol: string;
    }
  | { readonly kind: 'transaction'; readonly hex: string; readonly timestampMs: number }
  | {
      readonly kind: 'block';
      readonly number: number;
      readonly timestampMs: number;
      readonly transactions: readonly { readonly hex: string; readonly receipt: unknown }[];
      readonly writes: unknown;
    }
  | { readonly kind: 'time'; readonly offsetMs: number; readonly skewMs: number }
  | { readonly kind: 'revert'; readonly height: number };

/** An append-only file. What was appended survives the death of the process; a line cut short by it is dropped. */
export type Log = {
  /** The entry every log begins with; none in a new one. */
  readonly first: LogEntry | undefined;
  /** Everything found when the log was opened, read as it is asked for. */
  readonly read: () => Iterable<LogEntry>;
  readonly append: (entry: LogEntry) => void;
  readonly close: () => void;
};

const fileName = 'chain.log';
const newline = 0x0a;
const chunkBytes = 4 * 1024 * 1024;

/** Opens or creates the log in `directory`. Throws when a line other than a torn last one is unreadable. */
export function openLog(directory: string): Log {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, fileName);
  if (!existsSync(path)) appendFileSync(path, '');
  const file = openSync(path, 'r+');
  const found = fstatSync(file).size;
  // Every append ends with a newline, so whatever follows the last one was never finished.
  const complete = endOfLastLine(file, found);
  if (complete < found) ftruncateSync(file, complete);
  let position = complete;
  const read = (): Iterable<LogEntry> => readEntries(file, complete);
  const [first] = read();
  return {
    first,
    read,
    append: (entry) => {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      writeSync(file, line, 0, line.length, position);
      position += line.length;
    },
    close: () => closeSync(file),
  };
}

/** A chain that lives only as long as its process. */
export function noLog(): Log {
  return { first: undefined, read: () => [], append: () => undefined, close: () => undefined };
}

function* readEntries(file: number, end: number): Generator<LogEntry> {
  const chunk = Buffer.alloc(chunkBytes);
  let rest: Buffer = Buffer.alloc(0);
  for (let position = 0; position < end;) {
    const bytes = readSync(file, chunk, 0, Math.min(chunkBytes, end - position), position);
    position += bytes;
    const content = Buffer.concat([rest, chunk.subarray(0, bytes)]);
    let start = 0;
    for (let stop = content.indexOf(newline); stop >= 0; stop = content.indexOf(newline, start)) {
      yield JSON.parse(content.toString('utf8', start, stop)) as LogEntry;
      start = stop + 1;
    }
    rest = content.subarray(start);
  }
}

function endOfLastLine(file: number, size: number): number {
  const chunk = Buffer.alloc(chunkBytes);
  for (let end = size; end > 0; end -= Math.min(chunkBytes, end)) {
    const start = Math.max(0, end - chunkBytes);
    const bytes = readSync(file, chunk, 0, end - start, start);
    const found = chunk.subarray(0, bytes).lastIndexOf(newline);
    if (found >= 0) return start + found + 1;
  }
  return 0;
}
