import { join } from 'node:path';
import { isOwnMachine } from '@tern/base/is-own-machine';
import { lacksPassword } from '@tern/base/login-url';
import type { ConfigFault } from './config-error.ts';
import type { Config } from './config.ts';
import { readSecret } from './load-secrets.ts';
import { secretFileVariable, secrets, type Secret, type SecretName } from './secrets.ts';

/** How the secrets that an installation needs are, by name. No value leaves this function. */
export type JudgedSecrets = {
  /** `npm run production -- generate` makes them. */
  readonly toGenerate: readonly SecretName[];
  /** Somebody else hands them out; the settings ask for them. */
  readonly toHandIn: readonly ConfigFault[];
  /** There is a file, but it is malformed, empty or open to others. */
  readonly wrong: readonly ConfigFault[];
  readonly present: readonly SecretName[];
  /** Not there, and the installation runs without them. */
  readonly optional: readonly SecretName[];
};

type Asking = Pick<
  Config,
  | 'ternProfile'
  | 'tronNetwork'
  | 'databaseUrl'
  | 'signerKeyService'
  | 'signerListen'
  | 'signerAddress'
  | 'signerStandby'
  | 'smtpUrl'
  | 'smsProvider'
  | 'smsFallbackProvider'
  | 'pictureStore'
  | 'metricsHost'
  | 'screeningUrl'
>;

/** Looks at the file of every secret. */
export function judgeSecrets(
  config: Asking,
  dir: string,
  env: Readonly<Record<string, string | undefined>>,
): JudgedSecrets {
  const toGenerate: SecretName[] = [];
  const toHandIn: ConfigFault[] = [];
  const wrong: ConfigFault[] = [];
  const present: SecretName[] = [];
  const optional: SecretName[] = [];
  for (const [name, secret] of Object.entries(secrets) as [SecretName, Secret][]) {
    if (!isRead(name, config)) continue;
    const named = env[secretFileVariable(name)] ?? '';
    const read = readSecret(name, named === '' ? join(dir, name) : named);
    const why = whyNeeded(name, config);
    if ('fault' in read) wrong.push({ name, message: read.fault });
    else if ('value' in read) present.push(name);
    else if (named !== '')
      wrong.push({ name, message: `there is no file ${named}, which ${secretFileVariable(name)} names` });
    else if (secret.origin === 'generated') toGenerate.push(name);
    else if (why === undefined) optional.push(name);
    else toHandIn.push({ name, message: why });
  }
  return { toGenerate, toHandIn, wrong, present, optional };
}

/** Whether an installation with these settings ever reads this secret. */
function isRead(
  name: SecretName,
  config: Pick<
    Asking,
    | 'ternProfile'
    | 'tronNetwork'
    | 'databaseUrl'
    | 'signerKeyService'
    | 'signerListen'
    | 'signerStandby'
    | 'signerAddress'
  >,
): boolean {
  if (name === 'devchain-seed') return hasLocalChain(config);
  if (name === 'signer-tls') return config.signerListen !== undefined || config.signerStandby !== undefined;
  if (name === 'signer-tls-worker' || name === 'signer-tls-operator') return config.signerAddress !== undefined;
  if (name === 'database-password-owner') return config.databaseUrl !== undefined && lacksPassword(config.databaseUrl);
  return name !== 'signer-passphrase' || config.signerKeyService === undefined;
}

/** Whether the installation runs a chain of its own, whose seed is a secret too. */
export function hasLocalChain({ ternProfile, tronNetwork }: Pick<Config, 'ternProfile' | 'tronNetwork'>): boolean {
  return ternProfile !== 'production' && tronNetwork === 'local';
}

function whyNeeded(name: SecretName, config: Asking): string | undefined {
  if (name === 'twilio-token' && config.smsProvider === 'twilio') return 'has to be there where SMS_PROVIDER is twilio';
  if (name === 'twilio-fallback-token' && config.smsFallbackProvider === 'twilio')
    return 'has to be there where SMS_FALLBACK_PROVIDER is twilio';
  if (name === 'screening-secret' && config.screeningUrl !== undefined)
    return 'has to be there where SCREENING_URL is set';
  if (name === 'metrics-token' && !isOwnMachine(config.metricsHost))
    return 'has to be there where METRICS_HOST is not this machine itself';
  if (name === 'signer-tls' && config.signerStandby !== undefined) return 'has to be there where SIGNER_STANDBY is set';
  if (name === 'signer-tls' && config.signerListen !== undefined) return 'has to be there where SIGNER_LISTEN is set';
  if (name === 'signer-tls-worker' && config.signerAddress !== undefined)
    return 'has to be there where SIGNER_ADDRESS is set';
  if (name === 's3-secret-key' && config.pictureStore === 's3') return 'has to be there where PICTURE_STORE is s3';
  if (name === 'smtp-password' && config.smtpUrl !== undefined && new URL(config.smtpUrl).username !== '')
    return 'has to be there where SMTP_URL names a user';
  return undefined;
}
