import { writeFileSync } from 'node:fs';
import { renderExample } from '@tern/config/render-example';
import { readArguments } from './command-line/read-arguments.ts';

readArguments({
  usage: 'Usage: npm run generate:env\n  Writes .env.example from the settings.',
});
writeFileSync(new URL('../.env.example', import.meta.url), renderExample());
