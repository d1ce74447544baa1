import { consoleUrl, publicUrl } from '@tern/config/addresses';
import type { Config } from '@tern/config/config';
import type { House } from './judge-message.ts';

/** By what texts would name this installation. */
export function nameHouse(
  config: Pick<Config, 'productName' | 'publicUrl' | 'webPort' | 'consoleUrl' | 'consolePort'>,
): Pick<House, 'names' | 'hosts'> {
  return {
    names: [config.productName],
    hosts: [publicUrl(config), consoleUrl(config)].map((url) => new URL(url).host),
  };
}
