import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Secrets from the people at the terminal, one line each, without showing them; or from environment variables for scripts.
 * Arguments are no place for them: other users of the machine can read those.
 */
export async function readSecrets(
  questions: readonly { readonly question: string; readonly given: string | undefined }[],
): Promise<readonly string[]> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  const lines = terminal[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const { question, given } of questions) {
      if (given !== undefined && given !== '') {
        answers.push(given);
        continue;
      }
      process.stderr.write(question);
      const line = await lines.next();
      process.stderr.write('\n');
      answers.push(line.done === true ? '' : line.value);
    }
  } finally {
    terminal.close();
  }
  return answers;
}
