import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashPages } from '@tern/installation/hash-pages';
import { readArguments } from '../command-line/read-arguments.ts';
import { buildPages } from './build-pages.ts';

// `npm run build`: the pages, for machines whose processes are started one by one.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

readArguments({
  usage: 'Usage: npm run build\n  Builds the pages of the wallet and of the console.',
});
const { isChanged } = await buildPages(root);
console.log(
  isChanged ? 'The pages are in apps/web/dist and apps/console/dist.' : 'The pages are built from these sources.',
);
console.log(`Pages, SHA-256 ${hashPages(join(root, 'apps/web/dist'))}`);
