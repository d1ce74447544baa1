import type { AccountView } from '@tern/contracts/routes/identity';
import { paths, type PagePath } from '../../../shared/paths.ts';

export type ProtectionId =
  | 'trade-password'
  | 'authenticator'
  | 'recovery-codes'
  | 'passkey'
  | 'second-phone'
  | 'second-email'
  | 'word';

export type Protection = { readonly id: ProtectionId; readonly on: boolean; readonly path: PagePath };

const fewCodes = 3;

/** What protects an account beside its login password, the most needed first. */
export function listProtections({ factors, contacts, word }: AccountView): readonly Protection[] {
  const hasPhone = contacts.some(({ kind }) => kind === 'phone');
  return [
    { id: 'trade-password', on: factors.tradePassword, path: paths.tradePassword },
    { id: 'authenticator', on: factors.authenticator, path: paths.authenticator },
    {
      id: 'recovery-codes',
      on: !factors.authenticator || factors.recoveryCodesLeft > fewCodes,
      path: paths.authenticator,
    },
    { id: 'passkey', on: factors.passkeys > 0, path: paths.passkeys },
    { id: hasPhone ? 'second-email' : 'second-phone', on: contacts.length > 1, path: paths.contact },
    { id: 'word', on: word !== null, path: paths.messageWord },
  ];
}
