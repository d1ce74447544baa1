import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashPages } from '@tern/installation/hash-pages';
import { buildPages } from './build-pages.ts';

// `npm run build`: the pages, for machines whose processes are started one by one.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const { isChanged } = await buildPages(root);
console.log(
  isChanged ? 'The pages are in apps/web/dist and apps/console/dist.' : 'The pages are built from these sources.',
);
console.log(`Pages, SHA-256 ${hashPages(join(root, 'apps/web/dist'))}`);
