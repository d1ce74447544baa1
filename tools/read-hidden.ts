import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** One line from standard input. A terminal asks for it with `prompt` and does not show what is typed. */
export async function readHidden(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) {
    for await (const line of createInterface({ input: stdin })) return line;
    return '';
  }
  stderr.write(prompt);
  stdin.setRawMode(true);
  try {
    return await readKeys();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

const [enter, lineFeed, interrupt, backspace] = ['\r', '\n', '\u0003', '\u007f'];

/** What is typed or pasted until the line ends. In raw mode the terminal does not end the process by itself. */
async function readKeys(): Promise<string> {
  let line = '';
  for (;;) {
    const [chunk] = (await once(process.stdin, 'data')) as [Buffer];
    for (const key of chunk.toString('utf8')) {
      if (key === enter || key === lineFeed) return line;
      if (key === interrupt) process.exit(130);
      line = key === backspace ? line.slice(0, -1) : line + key;
    }
  }
}
