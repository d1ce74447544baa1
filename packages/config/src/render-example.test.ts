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

test.each([
  ['LOG_LEVEL', 'one of debug, info, warn, error'],
  ['TABS', '2 to 5 different parts with commas between, each one of home, record, my, activity, reward'],
  [
    'DEVCHAIN_SWITCHED_OFF',
    'none, or up to 3 different parts with commas between, each one of calls, estimates, internal',
  ],
  ['POOL_EVERY_HOURS', 'one of 1, 2, 3, 4, 6, 8, 12, 24'],
])('the example names what %s accepts', (name, form) => {
  const [before = ''] = renderExample().split(`\n#${name}=`);
  const comment = before.slice(before.lastIndexOf('\n\n')).replaceAll('\n# ', ' ');
  expect(comment).toContain(`Form: ${form}.`);
});
