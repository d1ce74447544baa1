import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../command-line/read-arguments.ts';
import { allowedImports, streets } from '../gates/boundary-rules.ts';
import { drawPicture, placePicture } from './draw-picture.ts';

// `npm run picture`: draws the picture that ARCHITECTURE.md begins with anew.
readArguments({
  usage: 'Usage: npm run picture\n  Draws the picture in ARCHITECTURE.md.',
});
const file = join(import.meta.dirname, '../../ARCHITECTURE.md');
writeFileSync(file, placePicture(readFileSync(file, 'utf8'), drawPicture(allowedImports, streets)));
