import { isOwnMachine } from '@tern/base/is-own-machine';
import type { ConfigFault } from './config-error.ts';
import type { Config } from './config.ts';

type Asking = Pick<Config, 'ternProfile' | 'publicUrl' | 'webHost' | 'trustedProxyHops'>;

/**
 * People can only come through a proxy, and its address is taken for theirs. A start does not refuse this: a proxy that adds no
 * X-Forwarded-For must not be trusted with one. Pure.
 */
export function findProxyFault({ ternProfile, publicUrl, webHost, trustedProxyHops }: Asking): readonly ConfigFault[] {
  const isBehindProxy = publicUrl?.startsWith('https:') === true && isOwnMachine(webHost);
  return ternProfile === 'production' && isBehindProxy && trustedProxyHops === 0
    ? [
        {
          name: 'TRUSTED_PROXY_HOPS',
          message:
            'is 0 although people come through a proxy: PUBLIC_URL begins with https: and WEB_HOST is this machine alone. ' +
            'Everybody has the address of the proxy then and shares its limits. Set the number of your proxies',
        },
      ]
    : [];
}
