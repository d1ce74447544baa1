import type { Defect } from './defect.ts';

/** What connected sites send and get. */
export const siteDefects: readonly Defect[] = [
  {
    id: 'sites-stay-connected',
    trap: 'A site the thief connected (C08)',
    wrong: 'leaves sites connected when all sessions end',
    faults: [
      {
        file: 'packages/server/src/people/sessions/session-store.ts',
        in: 'endSessions',
        operator: 'remove-statement',
        mentions: ['endConnections'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/wallet-connections/connection-ends.db.test.ts',
      title: 'C08 signing out everywhere else ends connections at once, and the worker tells the site',
    },
  },
  {
    id: 'replayed-request',
    trap: 'A request of a site, sent again (C02)',
    wrong: 'shows a request whose id came before',
    faults: [
      {
        file: 'packages/wallet-connection/src/receive-on-connection.ts',
        in: 'takeRequest',
        operator: 'never',
        mentions: ['remembered', 'some', 'request'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/hostile.fuzz.test.ts',
      title:
        'C02 in whatever order messages come, no id is shown twice, answered twice or open for longer than it may be',
    },
  },
  {
    id: 'request-without-end',
    trap: 'A request that waits for its person for months (C02)',
    wrong: 'takes a request that is open longer than allowed',
    faults: [
      {
        file: 'packages/wallet-connection/src/read-request.ts',
        in: 'readRequest',
        operator: 'never',
        mentions: ['expiresAt', 'nowSeconds', 'requestSeconds'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/receive-on-connection.test.ts',
      title: 'C01 C03 that are open for a week are refused with the code of the protocol',
    },
  },
  {
    id: 'expired-request',
    trap: 'A request that has expired (C02)',
    wrong: 'shows a request whose time is over',
    faults: [
      {
        file: 'packages/wallet-connection/src/read-request.ts',
        in: 'readRequest',
        operator: 'never',
        mentions: ['expiresAt', 'nowSeconds'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/receive-on-connection.test.ts',
      title: 'C02 once its id is forgotten a replayed request has expired by itself, however long it was open',
    },
  },
  {
    id: 'another-chain',
    trap: 'A request for another chain (C03)',
    wrong: 'does not look for which chain a request is',
    faults: [
      {
        file: 'packages/wallet-connection/src/read-request.ts',
        in: 'readRequest',
        operator: 'never',
        mentions: ['chainId', 'chain'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/hostile.fuzz.test.ts',
      title: 'C01 C03 a spoilt request never throws, and one that is shown is for this address and can be shown',
    },
  },
  {
    id: 'another-address',
    trap: 'A request on somebody else’s address (C03)',
    wrong: 'does not look for which address a request is',
    faults: [
      {
        file: 'packages/wallet-connection/src/read-request.ts',
        in: 'readRequest',
        operator: 'never',
        mentions: ['parsed', 'address', 'connection'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/receive-on-connection.test.ts',
      title: 'C01 C03 for another address are refused with the code of the protocol',
    },
  },
  {
    id: 'method-not-granted',
    trap: 'A method that was not granted (C03)',
    wrong: 'takes a method that the person did not grant',
    faults: [
      {
        file: 'packages/wallet-connection/src/read-request.ts',
        in: 'readRequest',
        operator: 'never',
        mentions: ['methods', 'includes', 'method'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/receive-on-connection.test.ts',
      title: 'C03 a method that was not granted is refused',
    },
  },
  {
    id: 'flood-of-messages',
    trap: 'A site that floods the wallet (C04)',
    wrong: 'reads all messages of a site, however many',
    faults: [
      {
        file: 'packages/wallet-connection/src/receive-on-connection.ts',
        in: 'receiveOnConnection',
        operator: 'never',
        mentions: ['messagesPerMinute', 'minute'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/receive-on-connection.test.ts',
      title: 'C04 a flood is dropped without an answer, until the next minute',
    },
  },
  {
    id: 'flood-of-requests',
    trap: 'A site that floods its person (C04)',
    wrong: 'shows all requests of a site, however many',
    faults: [
      {
        file: 'packages/wallet-connection/src/receive-on-connection.ts',
        in: 'takeRequest',
        operator: 'never',
        mentions: ['waiting', 'limits', 'known'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/receive-on-connection.test.ts',
      title: 'C04 at most three requests wait, and one that was refused for it does not come back',
    },
  },
  {
    id: 'site-settles',
    trap: 'An answer to a question nobody asked (C06)',
    wrong: 'takes any answer for the word that the site is connected',
    faults: [
      {
        file: 'packages/wallet-connection/src/receive-on-connection.ts',
        in: 'receiveResponse',
        operator: 'never',
        mentions: ['settleId', 'id'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/receive-on-connection.test.ts',
      title: 'an answer to something else is dropped',
    },
  },
  {
    id: 'unsealed-envelope',
    trap: 'An envelope that is not sealed (C06)',
    wrong: 'opens an envelope of another type',
    faults: [
      {
        file: 'packages/wallet-connection/src/envelope.ts',
        in: 'openEnvelope',
        operator: 'never',
        mentions: ['read', 'bytes'],
      },
    ],
    caughtBy: { file: 'packages/wallet-connection/src/envelope.test.ts', title: 'an envelope that is not sealed' },
  },
  {
    id: 'two-spellings',
    trap: 'One message, spelled in two ways (C02)',
    wrong: 'reads over characters that do not belong to base64',
    faults: [
      {
        file: 'packages/wallet-connection/src/envelope.ts',
        in: 'readBytes',
        operator: 'never',
        mentions: ['bytes', 'toString', 'base64', 'sealed'],
      },
    ],
    caughtBy: { file: 'packages/wallet-connection/src/envelope.test.ts', title: 'other characters' },
  },
  {
    id: 'mailbox-of-another-key',
    trap: 'A link that leads to another mailbox (C06)',
    wrong: 'does not look whether the mailbox is that of the key',
    faults: [
      {
        file: 'packages/wallet-connection/src/parse-link.ts',
        in: 'parseLink',
        operator: 'never',
        mentions: ['topic', 'named'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/parse-link.test.ts',
      title: 'C01 a link with the topic of another key is refused',
    },
  },
  {
    id: 'parameter-twice',
    trap: 'A link with a parameter twice (C01)',
    wrong: 'takes the first of two values',
    faults: [
      {
        file: 'packages/wallet-connection/src/parse-link.ts',
        in: 'parseLink',
        operator: 'never',
        mentions: ['getAll', 'ours'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/parse-link.test.ts',
      title: 'C01 a link with two keys is refused',
    },
  },
  {
    id: 'link-for-ever',
    trap: 'A link that lasts (C08)',
    wrong: 'lets a link say how long it lasts',
    faults: [
      {
        file: 'packages/wallet-connection/src/parse-link.ts',
        in: 'readExpiry',
        operator: 'replace',
        mentions: ['min', 'Math', 'latest', 'expiresAt'],
        kind: 'call',
        by: '$0',
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/parse-link.test.ts',
      title: 'a link with an end far away, which is brought closer',
    },
  },
  {
    id: 'site-like-us',
    trap: 'A site that says it is the wallet (C05)',
    wrong: 'connects a site that names an address of the house',
    faults: [
      {
        file: 'packages/wallet-connection/src/site.ts',
        in: 'readSite',
        operator: 'never',
        mentions: ['ownHosts', 'some'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/site.test.ts',
      title: 'C05 https://wallet.test is the house’s own and connects to nothing',
    },
  },
  {
    id: 'name-like-us',
    trap: 'A name that reads like the house (C05)',
    wrong: 'shows a site under a name of the house',
    faults: [
      {
        file: 'packages/wallet-connection/src/site.ts',
        in: 'readSite',
        operator: 'always',
        mentions: ['isHouseName', 'name'],
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/site.test.ts',
      title: 'C05 a name that reads like the house is not shown: the address stands in its place',
    },
  },
  {
    id: 'more-than-asked',
    trap: 'Rights nobody asked for (C03)',
    wrong: 'grants every method, whatever the site asked for',
    faults: [
      {
        file: 'packages/wallet-connection/src/grant-methods.ts',
        in: 'grantMethods',
        operator: 'replace',
        mentions: ['siteMethods', 'filter', 'asked'],
        kind: 'call',
        by: '[...siteMethods]',
      },
    ],
    caughtBy: {
      file: 'packages/wallet-connection/src/pairing.test.ts',
      title: 'may require the network by its name, or offer others beside it',
    },
  },
  {
    id: 'text-changed-under-consent',
    trap: 'A text that changed after it was shown (C07)',
    wrong: 'signs a text whose hash is not the one that was agreed to',
    faults: [
      {
        file: 'packages/server/src/people/wallet-connections/agree-to-sign.ts',
        in: 'requireText',
        operator: 'never',
        mentions: ['hashText', 'hash', 'open', 'asks', 'text'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/wallet-connections/sign-agreed.db.test.ts',
      title: 'C07 H21 without both factors, or over another text, nothing is agreed to',
    },
  },
  {
    id: 'sign-during-hold',
    trap: 'A thief signs for a site (C07)',
    wrong: 'agrees to a text during the hold after a change',
    faults: [
      {
        file: 'packages/server/src/people/wallet-connections/agree-to-sign.ts',
        in: 'requireNoHold',
        operator: 'never',
        mentions: ['hold', 'undefined'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/wallet-connections/sign-agreed.db.test.ts',
      title: 'M33 while a hold after a change of a factor is on, nothing is signed',
    },
  },
  {
    id: 'sign-after-end',
    trap: 'A signature for a site that was disconnected (C08)',
    wrong: 'hands out a signature after the connection ended',
    faults: [
      {
        file: 'packages/server/src/people/wallet-connections/sign-agreed.ts',
        in: 'settle',
        operator: 'never',
        mentions: ['present', 'state', 'agreed'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/wallet-connections/sign-agreed.db.test.ts',
      title:
        'C08 a connection that ends while the signer signs: the site gets no signature, and the history mentions it once',
    },
  },
];
