import { fileURLToPath } from 'node:url';
import { buildPages } from './build-pages.ts';

// `npm run build`: the pages, for machines whose processes are started one by one.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const { isChanged } = await buildPages(root);
console.log(
  isChanged ? 'The pages are in apps/web/dist and apps/console/dist.' : 'The pages are built from these sources.',
);
