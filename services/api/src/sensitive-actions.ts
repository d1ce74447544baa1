import type { RouteName } from './route-access.ts';

/** What a request has to prove, beside a session where the route asks for one. */
export type Demand =
  | 'login password'
  | 'code to the phone or e-mail'
  | 'code to the new phone or e-mail'
  | 'authenticator code or recovery code, where one is bound'
  | 'any factor the account had'
  | 'trade password'
  | 'authenticator code'
  | 'first right code of the new authenticator'
  | 'passkey'
  | 'link of a notice';

export type SensitiveAction = {
  readonly does: string;
  readonly demands: readonly Demand[];
  readonly follows: string;
};

const present = 'authenticator code or recovery code, where one is bound';
const again = ['login password', 'code to the phone or e-mail', present] as const;
const protect = 'all other sessions end; 24 hours only to known addresses; notice with a link to stop it';
const setUp = '24 hours only to known addresses, unless fresh on the registering device; notice with a link to stop it';

/** Every action that opens an account, changes what protects it or moves money, with what it demands. */
export const sensitiveActions: Readonly<Partial<Record<RouteName, SensitiveAction>>> = {
  'identity.register': { does: 'opens an account', demands: ['code to the phone or e-mail'], follows: 'a session' },
  'identity.login': {
    does: 'signs in, first step',
    demands: ['login password'],
    follows: 'a session on a remembered device, else the second step',
  },
  'identity.finishLogin': {
    does: 'signs in on a new device: by authenticator or recovery code where one is bound, else by code',
    demands: ['login password', 'code to the phone or e-mail', present],
    follows: 'a session; notice',
  },
  'protection.passkeyLogin': { does: 'signs in', demands: ['passkey'], follows: 'a session; notice on a new device' },
  'identity.recover': {
    does: 'sets a forgotten login password',
    demands: ['code to the phone or e-mail', present],
    follows: 'no session; all sessions end; 24 hours only to known addresses; notice with a link to stop it',
  },
  'identity.stopChange': {
    does: 'stops a change and takes it back',
    demands: ['link of a notice'],
    follows: 'all sessions end; a week only to known addresses; notice',
  },
  'protection.startFactorReset': {
    does: 'asks for the authenticator to be taken off when every factor is lost',
    demands: ['login password', 'code to the phone or e-mail'],
    follows: '7 days with a notice each, two operators, then no authenticator; any old factor or link ends it',
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
    does: 'changes the trade password: by the present one, or by what is bound',
    demands: again,
    follows: protect,
  },
  'identity.changeLoginPassword': { does: 'changes the login password', demands: again, follows: protect },
  'identity.beginAuthenticator': { does: 'shows a new authenticator key', demands: again, follows: 'nothing yet' },
  'identity.confirmAuthenticator': {
    does: 'binds or replaces the authenticator',
    demands: ['first right code of the new authenticator'],
    follows: setUp,
  },
  'identity.unbindAuthenticator': { does: 'takes the authenticator off', demands: again, follows: protect },
  'identity.renewRecoveryCodes': {
    does: 'makes new recovery codes',
    demands: again,
    follows: 'the former ones end; notice with a link to stop it',
  },
  'protection.beginPasskey': { does: 'starts adding a passkey', demands: again, follows: 'nothing yet' },
  'protection.addPasskey': { does: 'adds the passkey', demands: ['passkey'], follows: setUp },
  'protection.removePasskey': { does: 'removes a passkey', demands: again, follows: protect },
  'protection.setWord': {
    does: 'changes the word our messages begin with',
    demands: again,
    follows: 'notice, with the former word and a link to stop it',
  },
  'protection.changeContact': {
    does: 'changes or adds a phone or e-mail',
    demands: [...again, 'code to the new phone or e-mail'],
    follows: `${protect}, to the old and the new one`,
  },
  'closing.requestClosing': {
    does: 'asks for the account to be closed',
    demands: again,
    follows: 'days in which it can be cancelled; notice with a link to stop it',
  },
  'closing.prepareExport': {
    does: 'hands out a copy of all own data, once',
    demands: again,
    follows: 'notice with a link to stop it',
  },
  'addressBook.addAddress': {
    does: 'adds an address to the book',
    demands: ['trade password', 'authenticator code'],
    follows: 'the rules about new addresses the person set; notice with a link that takes it back',
  },
  'addressBook.renameAddress': {
    does: 'renames an address of the book',
    demands: ['trade password', 'authenticator code'],
    follows: 'nothing else',
  },
  'addressBook.setAddressRule': {
    does: 'changes a rule about addresses: known ones only, or a day of waiting for new ones',
    demands: ['trade password', 'authenticator code'],
    follows: 'a stricter rule at once; notice with a link that takes it back',
  },
  'activities.claimReward': {
    does: 'claims the reward of an approved participation into the default wallet',
    demands: ['trade password'],
    follows: 'the worker pays it within moments; record and message',
  },
  'swaps.executeSwap': {
    does: 'swaps one token for another within a wallet',
    demands: ['trade password'],
    follows: 'at the quote of the last 15 seconds, or not at all; record',
  },
  'transfers.confirmDraft': {
    does: 'sends to the chain or to another person; between own wallets the trade password is enough',
    demands: ['trade password', 'authenticator code'],
    follows: 'limits, holds and reviews',
  },
};
