import { z } from 'zod';
import { choice, headerNames, integer, list, setting, text, tronAddress, url } from '../setting.ts';

export const networkSettings = {
  TRON_NETWORK: setting(choice(['local', 'private', 'nile', 'mainnet']), {
    fallback: 'local',
    describe:
      'The Tron network of this installation. local is the chain that npm start runs; private is a java-tron network of your own, described by the TRON_PRIVATE settings.',
    readBy: ['api', 'console', 'worker', 'signer', 'launch'],
    productionMustSet: true,
  }),
  TRON_PRIVATE_GENESIS_ID: setting(
    z.string().regex(/^0{16}[0-9a-f]{48}$/, 'the id of a first block: 16 zeros and 48 small hexadecimal digits'),
    {
      describe:
        'Id of the first block of a private network. To find it, ask a node that you trust: curl -d \'{"num":0}\' http://127.0.0.1:8090/wallet/getblockbynum. Required where TRON_NETWORK is private.',
      readBy: ['api', 'console', 'worker'],
    },
  ),
  TRON_PRIVATE_NAME: setting(text({ maxLength: 40 }), {
    describe: 'Name of a private network, as people read it. Required where TRON_NETWORK is private.',
    readBy: ['api'],
  }),
  TRON_PRIVATE_EXPLORER_URL: setting(url(['https:']), {
    describe:
      'Explorer of a private network; /#/transaction/ and the transaction id are appended. Unset: records have no link to an explorer.',
    readBy: ['api', 'console', 'worker'],
  }),
  TRON_NODE_URLS: setting(list(url(['http:', 'https:']), { minLength: 1, maxLength: 3 }), {
    describe:
      'One to three Tron nodes, separated by commas. All that answer must agree; while only one of several answers, only small deposits are credited. Unset: the local chain, a java-tron node on this machine (private), or the public node of the chosen network.',
    readBy: ['api', 'console', 'worker', 'signer'],
  }),
  TRON_SOLIDITY_URLS: setting(list(url(['http:', 'https:']), { minLength: 1, maxLength: 3 }), {
    describe:
      'Where each node of TRON_NODE_URLS serves /walletsolidity, in the same order. A java-tron node serves it on a port of its own, 8091 by default; repeat the address from TRON_NODE_URLS for a node that serves both, such as TronGrid. Unset: every node of TRON_NODE_URLS serves both. If TRON_NODE_URLS is unset too: port 8091 of this machine (private), or DEVCHAIN_SOLIDITY_PORT (local).',
    readBy: ['api', 'console', 'worker'],
  }),
  TRON_API_KEY_HEADERS: setting(headerNames(), {
    fallback: 'TRON-PRO-API-KEY',
    describe:
      'Header in which a node expects its API key: one name for all nodes, or one for each node of TRON_NODE_URLS in the same order. The keys are the secrets tron-api-key, tron-api-key-2 and tron-api-key-3.',
    readBy: ['api', 'console', 'worker'],
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
  ADDRESS_POOL_FREE: setting(integer({ from: 1, to: 10_000 }), {
    fallback: '100',
    describe: 'Deposit addresses kept ready for new people.',
    readBy: ['worker'],
  }),
};
