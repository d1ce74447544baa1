import { explain } from './explain.ts';
import { judgeSettings } from './judge-settings.ts';
import type { SettingName } from './settings.ts';

const head = `# Settings of a production installation. Take the # away from a line and give it a value.
# .env.example lists every other setting; npm run production -- explain NAME explains one.
# Secrets do not belong here: npm run production -- generate makes them.

TERN_PROFILE=production
`;

/** Every setting that a production installation needs from a person, or may need, with its form and an example. */
export function renderEnvTemplate(): string {
  return [head, ...wantedNames().map(renderOne)].join('\n');
}

function wantedNames(): readonly SettingName[] {
  const { missing, contradictory } = judgeSettings({ TERN_PROFILE: 'production' });
  const names = [...missing, ...contradictory].map(({ name }) => name as SettingName);
  return [...new Set<SettingName>([...names, 'CONSOLE_URL', 'TRUSTED_PROXY_HOPS', 'DATABASE_URL'])];
}

function renderOne(name: SettingName): string {
  const about = explain(name);
  if (about === undefined) throw new Error(`${name} is no setting`);
  const { meaning, form, example } = about;
  const shown = example === undefined ? [] : [`# Example: ${example}`];
  return [`# ${meaning}`, ...(form === '' ? [] : [`# Form: ${form}`]), ...shown, `#${name}=`, ''].join('\n');
}
