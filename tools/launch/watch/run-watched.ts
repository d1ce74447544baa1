import { stopSignal } from '@tern/base/drain';
import { watchProcess } from './watch-process.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('run-watched.ts is told the file to run.');
await watchProcess(file, stopSignal());
process.exit(0);
