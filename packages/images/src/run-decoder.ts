import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { findDecoderCommand, path } from './decoder-command.ts';
import { decoderExit, type DecoderMode } from './picture-limits.ts';

/** Why a picture is refused: none of the three formats, too large in bytes or pixels, or not readable to its end. */
export type PictureFault = 'not-a-picture' | 'too-large' | 'too-many-pixels' | 'broken';

/** What the decoder wrote, or the fault. `busy` when too many pictures wait already. */
export type Decoded = { readonly output: Buffer } | { readonly fault: PictureFault | 'busy' };

export type DecoderTask = {
  readonly mode: DecoderMode;
  readonly input: Uint8Array | Readable;
  /** More than any honest picture needs. */
  readonly outputBytesMax: number;
};

const runningMax = 2;
const waitingMax = 6;
/** By the clock on the wall; of the processor a decoder gets five seconds. */
const timeoutMs = 15_000;

let running = 0;
const waiting: (() => void)[] = [];

/** Has a process of its own look at a stranger's picture. Never throws for what the picture is. */
export async function decodeInTurn(task: DecoderTask): Promise<Decoded> {
  if (!(await takeTurn())) return { fault: 'busy' };
  try {
    return await runDecoder(task);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function takeTurn(): Promise<boolean> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) return false;
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  return true;
}

function runDecoder({ mode, input, outputBytesMax }: DecoderTask): Promise<Decoded> {
  const { file, args } = findDecoderCommand();
  return new Promise((resolve) => {
    const child = spawn(file, [...args, mode], {
      cwd: '/',
      env: path,
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytesMax) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    // A decoder that has died reads no further; how it ended says the rest.
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve({ fault: 'broken' }));
    child.on('close', (code) => {
      if (code === decoderExit.done) resolve({ output: Buffer.concat(chunks) });
      else resolve({ fault: code === decoderExit.tooManyPixels ? 'too-many-pixels' : 'broken' });
    });
    if (input instanceof Uint8Array) {
      child.stdin.end(input);
    } else {
      input.on('error', () => child.kill('SIGKILL'));
      input.pipe(child.stdin);
    }
  });
}
