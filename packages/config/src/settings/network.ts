import { z } from 'zod';
import { choice, integer, list, setting, tronAddress, url } from '../setting.ts';

export const networkSettings = {
  TRON_NETWORK: setting(choice(['local', 'nile', 'mainnet']), {
    fallback: 'local',
    describe: 'The one Tron network of this installation; local is the chain npm start runs.',
    readBy: ['api', 'console', 'worker', 'signer', 'launch'],
    productionMustSet: true,
  }),
  TRON_NODE_URLS: setting(list(url(['http:', 'https:']), { minLength: 1, maxLength: 2 }), {
    describe:
      'One or two Tron nodes with commas between; where two are given they must agree. Unset: the local chain, or the public node of the chosen network.',
    readBy: ['api', 'console', 'worker', 'launch'],
  }),
  TRON_NODE_TIMEOUT_MS: setting(integer({ from: 500, to: 60_000 }), {
    fallback: '8000',
    describe: 'Longest wait for one answer of a node, in milliseconds.',
    readBy: ['api', 'console', 'worker'],
  }),
  USDT_CONTRACT: setting(tronAddress(), {
    describe: 'Contract of USDT. Unset: that of the local chain, or of Tether on mainnet; other networks demand it.',
    readBy: ['api', 'worker'],
  }),
  REWARD_CONTRACT: setting(tronAddress(), {
    describe: 'Contract of the reward token. Unset: that of the local chain; other networks demand it.',
    readBy: ['api', 'worker'],
  }),
  INTERNAL_TRANSFER_PROBE: setting(
    z.string().regex(/^[0-9a-f]{64}$/, 'a transaction id of 64 small hexadecimal digits'),
    {
      describe:
        'A transaction of the network in which a contract sends TRX. Every node has to show that, else TRX from contracts goes to suspense. Not needed on the local chain.',
      readBy: ['api', 'worker'],
    },
  ),
  ADDRESS_POOL_FREE: setting(integer({ from: 1, to: 10_000 }), {
    fallback: '100',
    describe: 'Deposit addresses kept ready for new people.',
    readBy: ['worker'],
  }),
};
