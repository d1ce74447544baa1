// Shared by the plain bootstrap and the launcher, hence JavaScript without dependencies; types in progress.d.mts.
import { spawn } from 'node:child_process';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const plainReminderMs = 10_000;

/**
 * Shows that `label` is under way until `done` or `failed` is called: a turning sign with the seconds on a terminal,
 * plain lines elsewhere (one at the start, one every ten seconds, one at the end).
 */
export function startProgress(label, stream = process.stdout) {
  const startedMs = performance.now();
  const elapsed = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  let detail = '';
  let timer;
  if (stream.isTTY) {
    let turn = 0;
    timer = setInterval(() => {
      turn += 1;
      stream.write(`\r\x1b[2K${frames[turn % frames.length]} ${label}${detail} ${elapsed()}`);
    }, 100);
  } else {
    stream.write(`… ${label}\n`);
    timer = setInterval(() => stream.write(`… ${label}${detail} ${elapsed()}\n`), plainReminderMs);
  }
  timer.unref();
  const end = (mark, result) => {
    clearInterval(timer);
    const line = `${mark} ${label}${result === '' ? '' : `: ${result}`} (${elapsed()})\n`;
    stream.write(stream.isTTY ? `\r\x1b[2K${line}` : line);
  };
  return {
    detail: (text) => {
      detail = `: ${text}`;
    },
    done: (result = '') => end('✓', result),
    failed: (result = '') => end('✗', result),
  };
}

/** Runs a command with progress shown; its output is kept, not shown. Resolves with the exit code and all output. */
export async function runWithProgress(label, command, args, options = {}) {
  const progress = startProgress(label);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code === 0) progress.done();
  else progress.failed();
  return { code, output: Buffer.concat(chunks).toString() };
}
