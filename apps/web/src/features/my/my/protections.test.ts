import type { AccountView } from '@tern/contracts/routes/identity';
import { expect, test } from 'vitest';
import { listProtections } from './protections.ts';

const bare: AccountView = {
  personId: '00000000-0000-4000-8000-000000000000',
  publicId: '20483317',
  account: { kind: 'email', masked: 'an•••@example.org' },
  contacts: [{ kind: 'email', masked: 'an•••@example.org' }],
  activated: false,
  inviteCode: 'ABCDEFGH',
  factors: { tradePassword: false, authenticator: false, recoveryCodesLeft: 0, passkeys: 0 },
  word: null,
  factorReset: null,
  factorsLockedUntil: null,
  hold: null,
  freeze: null,
  defaultWalletId: '00000000-0000-4000-8000-000000000000',
  agreementsDue: [],
  language: null,
};
const missing = (account: AccountView) =>
  listProtections(account)
    .filter(({ on }) => !on)
    .map(({ path }) => path);

test('a new account lacks everything but its login password, and recovery codes are no matter without an authenticator', () => {
  expect(missing(bare)).toEqual([
    '/pages/my/password-trade-setting',
    '/pages/my/google-code/index',
    '/pages/my/passkeys',
    '/pages/my/contact',
    '/pages/my/message-word',
  ]);
});

test('three recovery codes left are too few', () => {
  const factors = { tradePassword: true, authenticator: true, recoveryCodesLeft: 3, passkeys: 1 };
  const contacts: AccountView['contacts'] = [...bare.contacts, { kind: 'phone', masked: '+44 •••• 0123' }];
  const full = { ...bare, factors, contacts, word: 'sunny kite' };
  expect(missing(full)).toEqual(['/pages/my/google-code/index']);
  expect(missing({ ...full, factors: { ...factors, recoveryCodesLeft: 4 } })).toEqual([]);
});
