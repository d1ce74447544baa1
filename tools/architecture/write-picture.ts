import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allowedImports, streets } from '../gates/boundary-rules.ts';
import { drawPicture, placePicture } from './draw-picture.ts';

// `npm run picture`: draws the picture that ARCHITECTURE.md begins with anew.
const file = join(import.meta.dirname, '../../ARCHITECTURE.md');
writeFileSync(file, placePicture(readFileSync(file, 'utf8'), drawPicture(allowedImports, streets)));
