import type { RouteName } from './route-access.ts';

/** What a request has to prove, beside a session where the route asks for one. */
export type Demand =
  | 'login password'
  | 'code to the phone or e-mail'
  | 'code to the new phone or e-mail'
  | 'authenticator code or recovery code, where one is bound'
  | 'current trade password, authenticator code or recovery code, where an authenticator is bound'
  | 'any factor the account had'
  | 'trade password'
  | 'authenticator code'
  | 'first correct code of the new authenticator'
  | 'passkey'
  | 'link of a notice';

export type SensitiveAction = {
  readonly does: string;
  readonly demands: readonly Demand[];
  readonly follows: string;
};

const present = 'authenticator code or recovery code, where one is bound';
const again = ['login password', 'code to the phone or e-mail', present] as const;
const protect = 'all other sessions end; sending hold of 24 hours; notice with a link that stops the change';
const setUp =
  'sending hold of 24 hours, unless the account is new and on the device that registered it; notice with a link that stops the change';

/** Every action that opens an account, changes what protects it or moves money, with what it demands. */
export const sensitiveActions: Readonly<Partial<Record<RouteName, SensitiveAction>>> = {
  'identity.register': { does: 'opens an account', demands: ['code to the phone or e-mail'], follows: 'a session' },
  'identity.login': {
    does: 'logs in, first step',
    demands: ['login password'],
    follows: 'a session on a remembered device, otherwise the second step',
  },
  'identity.finishLogin': {
    does: 'logs in on a new device: with an authenticator or recovery code if one is bound, otherwise with a code',
    demands: ['login password', 'code to the phone or e-mail', present],
    follows: 'a session; notice',
  },
  'protection.passkeyLogin': { does: 'logs in', demands: ['passkey'], follows: 'a session; notice on a new device' },
  'identity.recover': {
    does: 'sets a forgotten login password',
    demands: ['code to the phone or e-mail', present],
    follows: 'no session; all sessions end; sending hold of 24 hours; notice with a link that stops the change',
  },
  'identity.stopChange': {
    does: 'stops a change and reverses it',
    demands: ['link of a notice'],
    follows: 'all sessions end; sending hold of a week; notice',
  },
  'protection.startFactorReset': {
    does: 'asks for the authenticator to be removed when every factor is lost',
    demands: ['login password', 'code to the phone or e-mail'],
    follows:
      '7 days with a notice each day, then two operators remove the authenticator; any old factor or link ends the request',
  },
  'protection.cancelFactorReset': {
    does: 'ends such a request',
    demands: ['any factor the account had'],
    follows: 'notice',
  },
  'identity.setTradePassword': {
    does: 'sets the first trade password',
    demands: ['login password', 'code to the phone or e-mail'],
    follows: setUp,
  },
  'identity.changeTradePassword': {
    does: 'changes the trade password',
    demands: [
      'login password',
      'code to the phone or e-mail',
      'current trade password, authenticator code or recovery code, where an authenticator is bound',
    ],
    follows: protect,
  },
  'identity.changeLoginPassword': { does: 'changes the login password', demands: again, follows: protect },
  'identity.beginAuthenticator': { does: 'shows a new authenticator key', demands: again, follows: 'nothing yet' },
  'identity.confirmAuthenticator': {
    does: 'binds or replaces the authenticator',
    demands: ['first correct code of the new authenticator'],
    follows: setUp,
  },
  'identity.unbindAuthenticator': { does: 'removes the authenticator', demands: again, follows: protect },
  'identity.renewRecoveryCodes': {
    does: 'makes new recovery codes',
    demands: again,
    follows: 'the old ones end; notice with a link that stops the change',
  },
  'protection.beginPasskey': { does: 'starts adding a passkey', demands: again, follows: 'nothing yet' },
  'protection.addPasskey': { does: 'adds the passkey', demands: ['passkey'], follows: setUp },
  'protection.removePasskey': { does: 'removes a passkey', demands: again, follows: protect },
  'protection.setWord': {
    does: 'changes the anti-phishing phrase of our messages',
    demands: again,
    follows: 'notice with the old phrase and a link that stops the change',
  },
  'protection.changeContact': {
    does: 'changes or adds a phone or e-mail',
    demands: [...again, 'code to the new phone or e-mail'],
    follows: `${protect}, sent to the old and the new one`,
  },
  'closing.requestClosing': {
    does: 'asks for the account to be closed',
    demands: again,
    follows: 'a week in which the person can cancel the closing; notice with a link that stops it',
  },
  'closing.prepareExport': {
    does: 'gives the person a copy of all their data, to be fetched once',
    demands: again,
    follows: 'notice with a link that ends all sessions',
  },
  'addressBook.addAddress': {
    does: 'adds an address to the address book',
    demands: ['trade password', 'authenticator code'],
    follows: 'the person’s own rules about new addresses; notice with a link that reverses it',
  },
  'addressBook.renameAddress': {
    does: 'renames an address in the address book',
    demands: ['trade password', 'authenticator code'],
    follows: 'nothing else',
  },
  'addressBook.setAddressRule': {
    does: 'changes a rule about addresses: only saved ones (`listed-only`), or a wait of a day for new ones (`new-address-wait`)',
    demands: ['trade password', 'authenticator code'],
    follows: 'a stricter rule applies at once; notice with a link that reverses it',
  },
  'activities.claimReward': {
    does: 'claims the reward of an approved activity entry into the default wallet',
    demands: ['trade password'],
    follows: 'the worker pays it shortly afterwards; record and message',
  },
  'swaps.executeSwap': {
    does: 'swaps one token for another within a wallet',
    demands: ['trade password'],
    follows: 'the swap is made if the quote is still valid (`SWAP_QUOTE_SECONDS`), otherwise none; record',
  },
  'walletConnections.approveConnection': {
    does: 'connects a site, which sees the address of a wallet and may ask for signatures',
    demands: ['trade password'],
    follows: 'the site is told; an entry in the account’s history, and a message',
  },
  'walletConnections.signMessage': {
    does: 'has a text of a connected site signed with the address of a wallet',
    demands: ['trade password', 'authenticator code'],
    follows:
      'refused during a sending hold; the signer checks the text by its own rules; the site gets the signature; an entry in the account’s history, and a message',
  },
  'transfers.confirmDraft': {
    does: 'sends to the chain or to another person; between own wallets the trade password is enough',
    demands: ['trade password', 'authenticator code'],
    follows: 'limits, holds and reviews apply',
  },
};
