import { z } from 'zod';
import { choice, integer, list, setting, tronAddress, url } from '../setting.ts';

export const networkSettings = {
  TRON_NETWORK: setting(choice(['local', 'nile', 'mainnet']), {
    fallback: 'local',
    describe: 'The Tron network of this installation. local is the chain that npm start runs.',
    readBy: ['api', 'console', 'worker', 'signer', 'launch'],
    productionMustSet: true,
  }),
  TRON_NODE_URLS: setting(list(url(['http:', 'https:']), { minLength: 1, maxLength: 2 }), {
    describe:
      'One or two Tron nodes, separated by a comma. Two nodes must agree; while one is silent, only small deposits are credited. Unset: the local chain, or the public node of the chosen network.',
    readBy: ['api', 'console', 'worker', 'signer'],
  }),
  TRON_NODE_TIMEOUT_MS: setting(integer({ from: 500, to: 60_000 }), {
    fallback: '8000',
    describe: 'Longest wait for an answer of a node, in milliseconds.',
    readBy: ['api', 'console', 'worker'],
  }),
  USDT_CONTRACT: setting(tronAddress(), {
    describe:
      'Contract of USDT. Unset: the contract of the local chain, or Tether’s contract on mainnet. Required on other networks.',
    readBy: ['api', 'worker', 'signer', 'launch'],
  }),
  REWARD_CONTRACT: setting(tronAddress(), {
    describe: 'Contract of the reward token. Unset: the contract of the local chain. Required on other networks.',
    readBy: ['api', 'worker', 'signer', 'launch'],
  }),
  INTERNAL_TRANSFER_PROBE: setting(
    z.string().regex(/^[0-9a-f]{64}$/, 'a transaction id of 64 small hexadecimal digits'),
    {
      describe:
        'A transaction of the network in which a contract sends TRX. If a node does not show this transfer, TRX from contracts goes to suspense. Not needed on the local chain.',
      readBy: ['api', 'worker'],
    },
  ),
  ADDRESS_POOL_FREE: setting(integer({ from: 1, to: 10_000 }), {
    fallback: '100',
    describe: 'Deposit addresses kept ready for new people.',
    readBy: ['worker'],
  }),
};
