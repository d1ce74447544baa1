import { spawnSync } from 'node:child_process';
import { readArguments } from './command-line/read-arguments.ts';

const usage = 'Usage: npm run format [-- PATH …]\n  Formats these files and folders. Without a path, everything.';
const { positionals } = readArguments({ usage, words: [0, Infinity] });
process.exitCode = spawnSync('oxfmt', positionals.length === 0 ? ['.'] : positionals, { stdio: 'inherit' }).status ?? 1;
