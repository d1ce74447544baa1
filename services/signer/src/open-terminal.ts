import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReadStream, WriteStream } from 'node:tty';
import type { Terminal } from '@tern/signer/create-seed';

/** Another screen of the terminal, which leaves nothing to scroll back to; and back to the first one. */
const otherScreen = '\u001B[?1049h\u001B[2J\u001B[H';
const firstScreen = '\u001B[2J\u001B[H\u001B[?1049l';

/**
 * The terminal that the command was started from, whatever its input and output were redirected to: what is shown reaches
 * no file and no pipe. @throws Error where there is none.
 */
export function openTerminal(): Terminal & { readonly close: () => void } {
  let handles: readonly [number, number];
  try {
    handles = [openSync('/dev/tty', 'r'), openSync('/dev/tty', 'w')];
  } catch {
    throw new Error('This command shows the recovery words, so it has to be started at a terminal.');
  }
  const [input, output] = [new ReadStream(handles[0]), new WriteStream(handles[1])];
  const lines = createInterface({ input, output, historySize: 0 });
  let isShowing = false;
  const clear = (): void => {
    if (isShowing) output.write(firstScreen);
    isShowing = false;
  };
  // Ctrl-C, and a connection that breaks, leave no words on the screen.
  lines.once('SIGINT', () => {
    clear();
    process.exit(130);
  });
  process.once('exit', clear);
  return {
    show: (text) => {
      if (!isShowing) output.write(otherScreen);
      isShowing = true;
      output.write(`${text.join('\n')}\n`);
    },
    clear,
    ask: (question) =>
      new Promise((answer, fail) => {
        const ended = (): void => fail(new Error('The terminal was closed. Nothing was kept.'));
        lines.once('close', ended);
        lines.question(question, (line) => {
          lines.off('close', ended);
          answer(line);
        });
      }),
    close: () => {
      lines.close();
      input.destroy();
      output.destroy();
    },
  };
}
