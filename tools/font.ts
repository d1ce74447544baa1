import { writeFileSync } from 'node:fs';
import { readArguments } from './command-line/read-arguments.ts';
import { fontFace, makeFont } from './fonts/make-font.ts';

// `npm run font`: the interface's face, cut from the whole one to what tools/fonts/letters.ts names.
const folder = new URL('../packages/ui/src/styles/fonts/', import.meta.url);
readArguments({
  usage: 'Usage: npm run font\n  Cuts the font of the pages to the letters that they need.',
});
const font = await makeFont();
writeFileSync(new URL('inter-latin.woff2', folder), font);
writeFileSync(new URL('inter.css', folder), fontFace);
console.log(`inter-latin.woff2: ${font.length} bytes`);
