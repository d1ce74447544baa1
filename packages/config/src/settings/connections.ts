import { isOwnMachine } from '@tern/base/is-own-machine';
import { z } from 'zod';
import { setting, text } from '../setting.ts';

export const connectionSettings = {
  WALLET_CONNECTION_RELAY: setting(relayAddress(), {
    describe:
      'Relay through which sites reach people who connected them by a WalletConnect link, such as wss://relay.walletconnect.com. Unset: nobody can connect a site; outside production, a relay on this machine is used.',
    readBy: ['api', 'worker', 'launch'],
  }),
  WALLET_CONNECTION_PROJECT_ID: setting(text({ maxLength: 64 }), {
    describe: 'Project id that the operator of WALLET_CONNECTION_RELAY has given this installation.',
    readBy: ['worker'],
  }),
};

/** What goes to a relay is sealed, and who connects to whom is not: on the way nobody else may read it. */
function relayAddress(): z.ZodType<string, string> {
  return z.string().refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname } = new URL(value);
    return protocol === 'wss:' || (protocol === 'ws:' && isOwnMachine(hostname));
  }, 'an address that starts with wss://, or with ws:// on this machine');
}
