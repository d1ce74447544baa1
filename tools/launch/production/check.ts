import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@tern/config/config';
import type { ConfigFault } from '@tern/config/config-error';
import { explain } from '@tern/config/explain';
import { findNotes } from '@tern/config/find-notes';
import { findProxyFault } from '@tern/config/find-proxy-fault';
import { findStrangers } from '@tern/config/find-strangers';
import { secrets, type SecretName } from '@tern/config/secrets';
import { readEnvironment, readEnvironmentFile, type Environment } from '@tern/installation/environment';
import { findLauncher } from '@tern/installation/leftovers';
import { findTakenPorts } from '@tern/installation/ports';
import { runFileOf, wantedPorts } from '@tern/installation/processes';
import { judgeProduction } from './judge-production.ts';

/** The whole report on what a production start would find, and whether it would refuse any of it. */
export async function checkProduction(
  root: string,
  surrounding: Environment,
): Promise<{ readonly lines: readonly string[]; readonly isReady: boolean }> {
  const given = readEnvironment(root, surrounding);
  const judged = judgeProduction(root, { ...given, TERN_PROFILE: 'production' });
  const { settings, secrets: files, secretsDir, config } = judged;
  const strangers = findStrangers(readEnvironmentFile(root));
  const missing = [...profileFaults(given), ...settings.missing];
  const dataDir = join(secretsDir, '..');
  const installation = { root, config, given, dataDir, secretsDir };
  const isRunning = findLauncher(runFileOf(installation)) !== undefined;
  const taken = isRunning ? [] : await findTakenPorts(wantedPorts(installation));
  const sections = [
    section('Settings that are missing', missing.map(sayMissing)),
    section('Settings that are malformed', settings.malformed.map(sayFault)),
    section(
      'Settings that contradict others, or need others',
      [...settings.contradictory, ...findProxyFault(config)].map(sayNeeded),
    ),
    section('Lines of .env that nothing reads', strangers.map(sayFault)),
    section('Secrets that "npm run production -- generate" makes', files.toGenerate),
    section('Secrets that somebody else hands out', files.toHandIn.map(sayHandIn)),
    section('Secrets that are malformed or open to others', files.wrong.map(sayFault)),
    section('Ports', taken),
  ];
  const open = sections.reduce((sum, { count }) => sum + count, 0);
  const notes = [...openFileNotes(root), ...findNotes(config), ...sayOptional(files.optional)];
  return {
    isReady: open === 0,
    lines: [
      `Settings: ${existsSync(join(root, '.env')) ? `${join(root, '.env')} and` : 'there is no .env, so only'} the environment. Secrets: ${secretsDir}`,
      '',
      ...sections.flatMap(({ lines }) => lines),
      ...section('For your information', notes).lines,
      open === 0
        ? `Nothing is missing; ${files.present.length} secrets are in place. ${sayNext(dataDir, config)}`
        : `${open === 1 ? 'One point is' : `${open} points are`} open. docs/operations/secrets.md explains every secret; "npm run production -- explain NAME" explains one name.`,
    ],
  };
}

function section(
  title: string,
  texts: readonly string[],
): { readonly count: number; readonly lines: readonly string[] } {
  const lines = texts.length === 0 ? [] : [`${title} (${texts.length})`, ...texts.map((text) => `  ${text}`), ''];
  return { count: texts.length, lines };
}

function profileFaults({ TERN_PROFILE: profile }: Environment): readonly ConfigFault[] {
  return profile === 'production' ? [] : [{ name: 'TERN_PROFILE', message: 'has to be production' }];
}

function sayMissing({ name, message }: ConfigFault): string {
  const about = explain(name);
  if (about === undefined || name === 'TERN_PROFILE') return `${name}: ${message}`;
  return `${name}: ${about.meaning}${inForm(name)}`;
}

function sayFault({ name, message }: ConfigFault): string {
  return `${name}: ${message}`;
}

function sayNeeded({ name, message }: ConfigFault): string {
  return `${name}: ${message}.${inForm(name)}`;
}

function inForm(name: string): string {
  const about = explain(name);
  if (about === undefined) return '';
  const example = about.example === undefined ? '' : ` Example: ${about.example}`;
  return `\n    Form: ${about.form}.${example}`;
}

function sayHandIn({ name, message }: ConfigFault): string {
  return `${name}: ${message}. Store it: npm run production -- rotate ${name}`;
}

/** What is left to do where nothing is missing. Nothing is opened, so whether the policy is in force is not known here. */
function sayNext(dataDir: string, { signerKeyService }: Config): string {
  if (signerKeyService !== undefined)
    return 'Next: what docs/operations/signer.md says of keys in another process, then npm start.';
  return existsSync(join(dataDir, 'signer', 'seed.sealed'))
    ? 'Next: npm start.'
    : 'Next: the ceremony, docs/operations/ceremony.md, which makes the seed. Then npm start.';
}

/** One note for all that nothing needs, so that it hides no other; each line of its own is a loss as long as it is missing. */
function sayOptional(names: readonly SecretName[]): readonly string[] {
  const unneeded = names.filter((name) => losses[name] === undefined);
  const each = unneeded.map((name) => `${name} (${needs[name] ?? 'nothing in the settings needs it'})`);
  return [
    ...names.flatMap((name) => {
      const loss = losses[name];
      return loss === undefined ? [] : [`The secret ${name} is not there: ${secrets[name].describe} ${loss}`];
    }),
    ...(each.length === 0 ? [] : [`Secrets that are not there, and when each is needed: ${each.join(', ')}.`]),
  ];
}

/** What goes without an optional secret. */
const losses: Readonly<Partial<Record<SecretName, string>>> = {
  'message-report-secret':
    'Without it, no bounced mail and no report of a webhook provider is noticed; docs/operations/messages.md.',
};

const providerKey = 'where that node belongs to a provider that asks for a key, such as TronGrid';

/** What would make an optional secret a needed one, for who has not filled in that setting yet. */
const needs: Readonly<Partial<Record<SecretName, string>>> = {
  'tron-api-key': providerKey,
  'tron-api-key-2': providerKey,
  'tron-api-key-3': providerKey,
  'metrics-token': 'where METRICS_HOST is not this machine itself',
  'smtp-password': 'where SMTP_URL names a user',
  'twilio-token': 'where SMS_PROVIDER is twilio',
  'twilio-fallback-token': 'where SMS_FALLBACK_PROVIDER is twilio',
  'screening-secret': 'where SCREENING_URL is set',
  's3-secret-key': 'where PICTURE_STORE is s3',
  'database-password-owner': 'where the database asks the owner in DATABASE_URL for a password',
};

function openFileNotes(root: string): readonly string[] {
  const file = join(root, '.env');
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined || (stat.mode & 0o077) === 0
    ? []
    : ['Other users can read .env, and DATABASE_URL may hold a password: chmod 600 .env.'];
}
