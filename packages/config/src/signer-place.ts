import type { PinnedAddress } from '@tern/base/connect-pinned';
import type { Identity } from '@tern/base/pinned-certificate';
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';

/**
 * How the signer is reached: at its socket, or at SIGNER_ADDRESS with the certificate of `secretName`.
 * @throws ConfigError where the certificate is missing
 */
export function signerPlace(
  { signerSocket, signerAddress, signerPins }: Pick<Config, 'signerSocket' | 'signerAddress' | 'signerPins'>,
  secretName: 'signer-tls-worker' | 'signer-tls-operator',
  identity: Identity | undefined,
): { readonly socketPath: string } | { readonly tls: PinnedAddress } {
  if (signerAddress === undefined) return { socketPath: signerSocket };
  if (identity === undefined)
    throw new ConfigError([{ name: `secret ${secretName}`, message: 'has to be there where SIGNER_ADDRESS is set' }]);
  return { tls: { ...signerAddress, identity, pins: signerPins ?? [] } };
}
