import { once } from 'node:events';
import { systemClock } from '@tern/base/clock';
import { assetDecimals } from '@tern/signer/asset-decimals';
import { findContracts } from '@tern/signer/find-contracts';
import { openRunningDesk } from '@tern/signer/open-running-desk';
import { openStoreUnlessInUse } from '@tern/signer/open-store';
import { openStoreDesk } from '@tern/signer/open-store-desk';
import type { PagePlace } from '@tern/signer/page-desk';
import { pageOrigin, servePage } from '@tern/signer/serve-page';
import type { ClientSettings, SignerInstallation } from '@tern/signer/settings';
import { listTokens } from '@tern/signer/signing-policy';
import { openSigner } from '@tern/tron/signer-client';

/** Keys are enrolled for the page's address, so it has to stay the same. */
const usualPort = 4330;

/** Reads `--port PORT`. @throws Error with a sentence */
export function readPort(option: string, text: string): number {
  if (option === '') return usualPort;
  const port = Number(text);
  if (option !== '--port' || !/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new Error('Name a port from 1 to 65535: --port PORT');
  return port;
}

/** Serves the page until the command is ended. The process has the signer's store or its socket, and no key of the chain. */
export async function runPage(settings: ClientSettings, port: number): Promise<number> {
  const place = await describePlace(settings, port);
  const store = openStoreUnlessInUse(settings.directory);
  try {
    const { place: signerAt, secret } = settings;
    const desk =
      store === undefined
        ? openRunningDesk(openSigner({ ...signerAt, secret, clock: systemClock, timeoutMs: 10_000 }), place)
        : openStoreDesk({ clock: systemClock, store, place });
    const page = await servePage(desk, port);
    process.stdout.write(
      `Open this link on this machine, and give it to nobody else:\n${page.link}\nCtrl-C ends the page.\n`,
    );
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await page.close();
    return 0;
  } finally {
    store?.close();
  }
}

async function describePlace({ config }: SignerInstallation, port: number): Promise<PagePlace> {
  const tokens = [...listTokens(await findContracts(config))].map(
    ([contract, assetId]) => [contract, assetId === 'usdt' ? usdt : reward] as const,
  );
  const network = config.tronNetwork;
  return { network, origin: pageOrigin(port), rpId: 'localhost', tokens: Object.fromEntries(tokens) };
}

const usdt = { name: 'USDT', decimals: assetDecimals.usdt };
const reward = { name: 'reward tokens', decimals: assetDecimals.reward };
