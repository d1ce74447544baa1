import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * A secret from the person at the terminal, without showing it, or from this variable of `env` for scripts. Arguments are no
 * place for it: other users of the machine can read those.
 */
export async function readSecret(
  question: string,
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
): Promise<string> {
  const given = env[variable];
  if (given !== undefined && given !== '') return given;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(question);
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  try {
    return await new Promise<string>((resolve) => {
      terminal.once('line', resolve);
      terminal.once('close', () => resolve(''));
    });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
