import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProtectionId } from './protections.ts';

/** What to do while a protection is off, and why. */
export const protectionTexts: Readonly<
  Record<ProtectionId, { readonly action: MessageDescriptor; readonly why: MessageDescriptor }>
> = {
  'trade-password': { action: msg`Set a trade password`, why: msg`You need it to send` },
  authenticator: { action: msg`Bind Google Authenticator`, why: msg`You need it to send to others` },
  'recovery-codes': {
    action: msg`Create new recovery codes`,
    why: msg`Few codes are left, and a lost phone would lock you out`,
  },
  passkey: { action: msg`Add a passkey`, why: msg`Works only on our real site, so phishing pages can’t use it` },
  'second-phone': { action: msg`Add a phone number`, why: msg`A second way to hear about changes` },
  'second-email': { action: msg`Add an e-mail address`, why: msg`A second way to hear about changes` },
  word: { action: msg`Set an anti-phishing phrase`, why: msg`It helps you tell our messages from fake ones` },
};
