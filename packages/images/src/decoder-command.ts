import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const decoder = fileURLToPath(new URL('./decode-picture.ts', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Of 1.5 GiB Node itself asks for 0.6 without using them; the largest picture there may be needs 0.35. */
const memoryBytesMax = 1.5 * 1024 ** 3;

/** What the decoder may use of the machine: seconds of processor, memory, open files, and not a byte written to a disk. */
const systemLimits = ['--cpu=5', `--data=${memoryBytesMax}`, '--nofile=256', '--fsize=0', '--core=0'];

export type DecoderCommand = { readonly file: string; readonly args: readonly string[] };

let known: DecoderCommand | undefined;

/** How the decoder is started here: behind the walls this system has, found out once. */
export function findDecoderCommand(): DecoderCommand {
  known ??= wrap([
    process.execPath,
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${root}packages/images/*`,
    `--allow-fs-read=${root}node_modules/*`,
    '--max-old-space-size=64',
    '--disable-warning=ExperimentalWarning',
    decoder,
  ]);
  return known;
}

/** A name space without network, and limits, where the system has the tools and lets us; Node's own walls hold anywhere. */
function wrap(command: readonly string[]): DecoderCommand {
  const walls = [
    ['unshare', '--net', '--map-root-user', '--'],
    ['prlimit', ...systemLimits, '--'],
  ].filter(([tool = '', ...args]) => {
    // What is tried behind the wall is the tool itself: a small image may have no other program.
    return spawnSync(tool, [...args, tool, '--version'], { stdio: 'ignore', env: path }).status === 0;
  });
  const [file = process.execPath, ...args] = [...walls.flat(), ...command];
  return { file, args };
}

/** Where the system's tools are; all the environment the decoder gets. */
export const path = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' } as const;
