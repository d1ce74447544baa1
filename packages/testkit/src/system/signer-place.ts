import { join } from 'node:path';
import { loadSecrets } from '@tern/config/load-secrets';
import { planProcess, type Installation } from '@tern/installation/processes';
import { openOwnChain, type ChainControl } from './chain-control.ts';

/** What the machine of a signer has before its first start. */
export type SignerPlace = {
  readonly directory: string;
  readonly passphrase: string;
  /** Surroundings of the signer's process and of its commands. */
  readonly env: Readonly<Record<string, string>>;
  readonly chain: ChainControl;
};

export function signerPlaceOf(installation: Installation): SignerPlace {
  const { config, dataDir, secretsDir, given } = installation;
  const { 'signer-passphrase': passphrase } = loadSecrets(secretsDir, ['signer-passphrase'], given);
  const { env } = planProcess(installation, 'signer');
  return { directory: join(dataDir, 'signer'), passphrase, env, chain: openOwnChain(config) };
}
