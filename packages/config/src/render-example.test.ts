import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { loadConfig } from './load-config.ts';
import { renderExample } from './render-example.ts';

test('.env.example is what the settings say (repair with: npm run generate:env)', () => {
  expect(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')).toBe(renderExample());
});

test('uncommenting every line of the example changes nothing', () => {
  const env = parseEnv(renderExample().replaceAll(/^#(?=[A-Z])/gm, ''));
  expect(loadConfig(env)).toEqual(loadConfig({}));
});
