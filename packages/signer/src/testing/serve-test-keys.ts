import { openFileKeys } from '../keys/open-file-keys.ts';
import { serveKeys } from '../keys/serve-keys.ts';

// A key service as a process of its own: `serve-test-keys.ts DIRECTORY SOCKET`.
const [directory = '', socketPath = ''] = process.argv.slice(2);
await serveKeys(openFileKeys({ directory, passphrase: 'correct horse battery' }), socketPath);
process.stdout.write('ready\n');
