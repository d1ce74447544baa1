import { getAddress } from '@tern/tron/address';
import { openFileKeys } from '../keys/open-file-keys.ts';
import { serveKeys } from '../keys/serve-keys.ts';

// A key service as a process of its own: `serve-test-keys.ts DIRECTORY SOCKET [FEE-ADDRESS]`.
const [directory = '', socketPath = '', feeAddress = ''] = process.argv.slice(2);
const keys = openFileKeys({ directory, passphrase: 'correct horse battery' });
const lying = {
  ...keys,
  addressAt: (place: Parameters<typeof keys.addressAt>[0]) =>
    place.purpose === 'fee' && feeAddress !== '' ? getAddress(feeAddress) : keys.addressAt(place),
};
await serveKeys(lying, socketPath);
process.stdout.write('ready\n');
