import type { ProcessName } from './process-names.ts';

/**
 * A value no file of settings may hold. `key`: 32 random bytes, base64url in its file. `keys`: one or more of them, one a line,
 * newest first; the first is used, the others only open and recognise what was made with them. `text`: taken as it stands.
 * `identity`: a private key and the certificate over it, as PEM.
 */
export type Secret = {
  readonly kind: 'key' | 'keys' | 'text' | 'identity';
  /**
   * The launcher can make it by itself; otherwise it is optional, and somebody outside hands it out, or whoever runs the
   * installation chooses it and gives it to somebody outside.
   */
  readonly origin: 'generated' | 'handed-out' | 'chosen';
  /** A shorter text is refused where the secret is used. */
  readonly minLength?: number;
  readonly describe: string;
  readonly readBy: readonly ProcessName[];
};

/** Every secret of an installation. Its file is `<dir>/<name>`, its environment name `<NAME>_FILE`. */
export const secrets = {
  'database-password-api': {
    kind: 'text',
    origin: 'generated',
    describe: 'password of the database role tern_api.',
    readBy: ['api', 'launch', 'migrate'],
  },
  'database-password-worker': {
    kind: 'text',
    origin: 'generated',
    describe: 'password of the database role tern_worker.',
    readBy: ['worker', 'launch', 'migrate'],
  },
  'database-password-console': {
    kind: 'text',
    origin: 'generated',
    describe: 'password of the database role tern_console.',
    readBy: ['console', 'launch', 'migrate'],
  },
  'database-password-owner': {
    kind: 'text',
    origin: 'handed-out',
    describe: 'password of the owner of the database, whom DATABASE_URL names.',
    readBy: ['launch', 'migrate'],
  },
  'session-key': {
    kind: 'keys',
    origin: 'generated',
    describe:
      'key for the hashes of codes, recovery codes and their targets, for the encryption of waiting messages, anti-phishing phrases and connections to sites, and for push notifications.',
    readBy: ['api', 'worker'],
  },
  'password-pepper': {
    kind: 'keys',
    origin: 'generated',
    describe: 'is part of every password hash. Without it, no password works any more.',
    readBy: ['api'],
  },
  'factor-key': {
    kind: 'keys',
    origin: 'generated',
    describe: 'encrypts authenticator keys in the database.',
    readBy: ['api'],
  },
  'webhook-key': {
    kind: 'key',
    origin: 'generated',
    describe:
      'encrypts the secrets of webhooks in the database. Without it, each webhook needs a new secret (docs/webhooks.md).',
    readBy: ['console', 'worker'],
  },
  'signer-secret': {
    kind: 'key',
    origin: 'generated',
    describe: 'proves to the signer that an order comes from the worker.',
    readBy: ['signer', 'worker'],
  },
  'signer-passphrase': {
    kind: 'text',
    origin: 'generated',
    minLength: 12,
    describe: 'opens the sealed seed of all Tron keys. If you lose both this and the 24 words, the money is lost.',
    readBy: ['signer'],
  },
  'signer-tls': {
    kind: 'identity',
    origin: 'handed-out',
    describe: 'shows other machines that this is the signer. It is used with SIGNER_LISTEN.',
    readBy: ['signer'],
  },
  'signer-tls-worker': {
    kind: 'identity',
    origin: 'handed-out',
    describe: 'shows a signer on another machine that orders come from a worker. It is used with SIGNER_ADDRESS.',
    readBy: ['worker'],
  },
  'signer-tls-operator': {
    kind: 'identity',
    origin: 'handed-out',
    describe:
      'shows a signer on another machine that questions come from the commands for operators. It is used with SIGNER_ADDRESS.',
    readBy: ['launch'],
  },
  'devchain-seed': {
    kind: 'text',
    origin: 'generated',
    describe: 'decides the keys and blocks of the local chain. It has no value anywhere else.',
    readBy: ['devchain'],
  },
  'smtp-password': {
    kind: 'text',
    origin: 'handed-out',
    describe: 'password for SMTP_URL.',
    readBy: ['worker'],
  },
  'twilio-token': {
    kind: 'text',
    origin: 'handed-out',
    describe: 'token for SMS_PROVIDER=twilio. It also proves the reports that Twilio sends.',
    readBy: ['api', 'worker'],
  },
  'twilio-fallback-token': {
    kind: 'text',
    origin: 'handed-out',
    describe: 'token for SMS_FALLBACK_PROVIDER=twilio. It also proves the reports that Twilio sends.',
    readBy: ['api', 'worker'],
  },
  'message-report-secret': {
    kind: 'text',
    origin: 'chosen',
    minLength: 32,
    describe:
      'signs reports about mails, and about text messages sent by a webhook. You choose it. docs/operations/messages.md describes the signature.',
    readBy: ['api', 'worker'],
  },
  'screening-secret': {
    kind: 'text',
    origin: 'chosen',
    minLength: 32,
    describe:
      'signs the questions to SCREENING_URL. You choose it and give it to whoever runs the service (docs/screening.md).',
    readBy: ['api', 'worker'],
  },
  'tron-api-key': {
    kind: 'text',
    origin: 'handed-out',
    describe: 'API key of the first node in TRON_NODE_URLS, sent to no other node.',
    readBy: ['api', 'worker'],
  },
  'tron-api-key-2': {
    kind: 'text',
    origin: 'handed-out',
    describe: 'API key of the second node.',
    readBy: ['api', 'worker'],
  },
  'tron-api-key-3': {
    kind: 'text',
    origin: 'handed-out',
    describe: 'API key of the third node.',
    readBy: ['api', 'worker'],
  },
  's3-secret-key': {
    kind: 'text',
    origin: 'handed-out',
    describe: 'secret key for PICTURE_STORE=s3.',
    readBy: ['api', 'console', 'worker'],
  },
  'metrics-token': {
    kind: 'text',
    origin: 'chosen',
    minLength: 32,
    describe:
      'is what Prometheus shows to read metrics. Needed where METRICS_HOST is not this machine itself. You choose it.',
    readBy: ['api', 'console', 'worker'],
  },
} as const satisfies Readonly<Record<string, Secret>>;

/** The form of a secret's file, for the person who makes one by hand. */
export function formOf({ kind, minLength }: Secret): string {
  const key = '32 random bytes as base64url without padding: 43 letters, digits, hyphens and underscores';
  if (kind === 'key') return key;
  if (kind === 'identity')
    return 'a private key and the certificate over it, as PEM, which npm run signer -- make-certificates makes';
  if (kind === 'keys') return `${key}; after a rotation, earlier ones on the lines below`;
  return minLength === undefined ? 'a text on one line' : `a text of at least ${minLength} characters on one line`;
}

export type SecretName = keyof typeof secrets;

/** API keys of Tron nodes, in the order of TRON_NODE_URLS. */
export const nodeKeyNames = [
  'tron-api-key',
  'tron-api-key-2',
  'tron-api-key-3',
] as const satisfies readonly SecretName[];

/** What proves that a report about a message comes from its provider. */
export const reportSecretNames = [
  'twilio-token',
  'twilio-fallback-token',
  'message-report-secret',
] as const satisfies readonly SecretName[];

/** Environment variable that names another file for a secret: `session-key` → `SESSION_KEY_FILE`. */
export function secretFileVariable(name: SecretName): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_FILE`;
}

/** The values of a `keys` secret, newest first. */
export type KeyRing = readonly [Buffer, ...Buffer[]];
