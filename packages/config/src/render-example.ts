import { secrets } from './secrets.ts';
import { settingForm } from './setting-form.ts';
import type { Setting } from './setting.ts';
import { settingGroups } from './settings.ts';

const head = `# Settings of one installation. Copy this file to .env and change what differs. Every line shows the default.
# Generated from packages/config by "npm run generate:env"; a test fails when the two differ.
# Each setting names the processes that use it; launch is npm start itself, and migrate is npm run migrate. Every process
# checks all settings that it is given, so npm start gives all of them to each. Only DATABASE_URL differs: npm start takes
# the login out, and each process logs in with its own database role. A process that runs alone on a machine needs only
# the settings that name it.
# Secrets are never in this file; the end of this file says where they are.
`;

/** The text of `.env.example`: every setting with its meaning, form, readers and default, then the secrets by name. */
export function renderExample(): string {
  const groups = Object.entries<Readonly<Record<string, Setting<unknown>>>>(settingGroups).map(
    ([title, group]) => `## ${title}\n\n${Object.entries(group).map(renderSetting).join('\n')}`,
  );
  return [head, ...groups, renderSecrets()].join('\n');
}

function renderSetting([name, each]: [string, Setting<unknown>]): string {
  const production = each.productionMustSet === true ? ' Required in production.' : '';
  const about = [
    comment(each.describe + production),
    comment(`Form: ${settingForm(each)}.`),
    `# Read by: ${each.readBy.join(', ')}.`,
  ];
  return `${about.join('\n')}\n#${name}=${each.fallback ?? ''}\n`;
}

function renderSecrets(): string {
  const rows = Object.entries(secrets).map(([name, secret]) => comment(`${name}: ${secret.describe}`));
  const intro = comment(
    'Secrets are files in DATA_DIR/secrets that only their owner can read. The development profile creates the missing ones at the first start. For production, npm run production -- generate creates them. A file elsewhere is named with <NAME>_FILE, for example SESSION_KEY_FILE=/run/secrets/session-key. docs/operations/secrets.md explains each of them.',
  );
  return `## Secrets\n\n${intro}\n#\n${rows.join('\n')}\n`;
}

function comment(sentence: string): string {
  const lines: string[] = [];
  let line = '#';
  for (const word of sentence.split(' ')) {
    if (line.length + word.length > 118) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
