import { writeFileSync } from 'node:fs';
import { renderExample } from '@tern/config/render-example';

writeFileSync(new URL('../.env.example', import.meta.url), renderExample());
