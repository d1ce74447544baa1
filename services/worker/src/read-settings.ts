import { join } from 'node:path';
import type { Identity } from '@tern/base/pinned-certificate';
import type { Config } from '@tern/config/config';
import { loadConfigOf } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { metricsPlace, type MetricsPlace } from '@tern/config/metrics-place';
import { requireLogin, sessionUrl } from '@tern/config/require-database';
import { nodeKeyNames, reportSecretNames, type KeyRing } from '@tern/config/secrets';

export type WorkerSettings = {
  readonly config: Config;
  /** Connection of the worker's own role. */
  readonly databaseUrl: string;
  /** The same for what it hears, past a pooler. */
  readonly databaseSessionUrl: string;
  readonly metrics: MetricsPlace;
  readonly secrets: {
    readonly sessionKeys: KeyRing;
    readonly webhookKey: Uint8Array;
    readonly signerSecret: Uint8Array;
    readonly signerTls: Identity | undefined;
    readonly smtpPassword: string | undefined;
    readonly twilioToken: string | undefined;
    readonly twilioFallbackToken: string | undefined;
    readonly messageReportSecret: string | undefined;
    /** In the order of the nodes. */
    readonly tronApiKeys: readonly (string | undefined)[];
    readonly s3SecretKey: string | undefined;
    readonly screeningSecret: string | undefined;
  };
};

/** Throws `ConfigError` naming every wrong setting and secret, with what is allowed. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): WorkerSettings {
  const config = loadConfigOf('worker', env);
  const databaseUrl = requireLogin(config, 'worker', env);
  const loaded = loadSecrets(
    join(config.dataDir, 'secrets'),
    [
      'session-key',
      'webhook-key',
      'signer-secret',
      'signer-tls-worker',
      'smtp-password',
      ...reportSecretNames,
      ...nodeKeyNames,
      's3-secret-key',
      'screening-secret',
    ],
    env,
  );
  return {
    config,
    databaseUrl,
    databaseSessionUrl: sessionUrl(config, databaseUrl),
    metrics: metricsPlace(config, env),
    secrets: {
      sessionKeys: loaded['session-key'],
      webhookKey: loaded['webhook-key'],
      signerSecret: loaded['signer-secret'],
      signerTls: loaded['signer-tls-worker'],
      smtpPassword: loaded['smtp-password'],
      twilioToken: loaded['twilio-token'],
      twilioFallbackToken: loaded['twilio-fallback-token'],
      messageReportSecret: loaded['message-report-secret'],
      tronApiKeys: nodeKeyNames.map((name) => loaded[name]),
      s3SecretKey: loaded['s3-secret-key'],
      screeningSecret: loaded['screening-secret'],
    },
  };
}
