import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packDevchain } from './pack.ts';

// `npm run pack -w @tern/devchain`: writes the tarball that npm would publish.
const folder = fileURLToPath(new URL('../dist/', import.meta.url));
mkdirSync(folder, { recursive: true });
process.stdout.write(`${await packDevchain(folder)}\n`);
