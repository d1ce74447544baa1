import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** A command of `npm run …` or `npm start`, run beside a test as it runs in a terminal. */
export type Launch = {
  readonly process: ChildProcess;
  /** All it has said so far. */
  readonly output: () => string;
  /** Resolves as soon as the output contains the text; rejects with the output when the command ends before. */
  readonly says: (text: string) => Promise<void>;
  readonly ended: Promise<number | null>;
};

/** `npm start` with these settings above those of the surroundings; `args` are its own. */
export function launchInstallation(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Launch {
  return launchCommand('start', settings, ...args);
}

/** One of the files in `tools/launch`. */
export function launchCommand(
  file: 'start' | 'production' | 'run-operator',
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Launch {
  const child = spawn(process.execPath, [`${root}tools/launch/${file}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const hears = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      hears.emit('output');
    });
  }
  // Not before its output is complete.
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const says = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      const end = ended.then((code) => Promise.reject(new Error(`ended with ${code} before "${text}":\n${output}`)));
      await Promise.race([once(hears, 'output'), end]);
    }
  };
  return { process: child, output: () => output, says, ended };
}

/** Ctrl-C; resolves with the exit code once everything is down. */
export async function stopLaunch({ process: child, ended }: Launch): Promise<number | null> {
  child.kill('SIGINT');
  return await ended;
}
