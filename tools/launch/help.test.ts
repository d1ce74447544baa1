import { settings } from '@tern/config/settings';
import { expect, test } from 'vitest';
import { helpText } from './help.ts';

test('the help names every port, with its number', () => {
  const text = helpText();
  const ports = Object.entries(settings).filter(([name]) => name.endsWith('_PORT'));
  expect(ports.length).toBeGreaterThan(8);
  for (const [name, setting] of ports)
    expect(text).toMatch(new RegExp(`^  ${name} +${'fallback' in setting ? setting.fallback : 'none'} +\\w`, 'm'));
  expect(text).toContain('console');
});
