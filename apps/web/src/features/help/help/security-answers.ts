import { msg } from '@lingui/core/macro';
import { paths } from '../../../shared/paths.ts';
import type { Answer } from './answer.ts';

const my = { to: paths.my, title: msg`My` };
const tradePassword = { to: paths.tradePassword, title: msg`Trade password` };

/** What people ask who have lost what they log in or send with. */
export const lostAnswers: readonly Answer[] = [
  {
    id: 'authenticator',
    title: msg`I lost my authenticator or my phone`,
    words: msg`2FA, code, stolen, recovery code`,
    says: ({ resetDays }) => [
      msg`Do you still have a recovery code? Then log in and choose “Use a recovery code” instead of the authenticator. It takes a minute.`,
      msg`Without one, report all sign-in methods lost. We remove the authenticator after ${resetDays} at the earliest, once two of our team members have agreed. We notify you every day, and any method you still have stops it.`,
      msg`Without an authenticator, you cannot send until you bind one again. You can still receive.`,
    ],
    leads: [
      { to: paths.authenticator, title: msg`Google Authenticator` },
      { to: paths.factorsLost, title: msg`Lost all sign-in methods` },
    ],
  },
  {
    id: 'passwords',
    title: msg`I forgot a password`,
    words: msg`PIN, forgotten, reset, six digits`,
    says: ({ hold }) => [
      msg`Login password: choose “Forgot password” on the login page. We send you a code.`,
      msg`Trade password: set a new one with your login password, a code from us and, if you have bound one, your authenticator or a recovery code.`,
      msg`For ${hold} after that, you can send only to addresses you have used before.`,
    ],
    leads: [tradePassword, { to: paths.recover, title: msg`Forgot password` }],
  },
  {
    id: 'contact',
    title: msg`I lost my phone number or e-mail address`,
    words: msg`SIM card, new number, mailbox, SMS, no code`,
    says: () => [
      msg`To replace it, you need a code sent to the old one and a code sent to the new one. Without the old one you cannot replace it yourself: write to us.`,
      msg`Add a second contact while the first one works. You can log in with either of them.`,
    ],
    leads: [{ to: paths.contact, title: msg`Phone and e-mail` }],
  },
  {
    id: 'device',
    title: msg`I have a new phone or computer`,
    words: msg`new device, log in elsewhere, log out`,
    says: () => [
      msg`Log in there with your password and your authenticator, or with a code we send you. Your money is in your account, not on the device.`,
      msg`You can log out devices that you no longer use.`,
    ],
    leads: [my],
  },
];

/** What people ask about protections. */
export const protectionAnswers: readonly Answer[] = [
  {
    id: 'blocked',
    title: msg`I can’t send, or only to addresses I have used before`,
    words: msg`locked, hold, wrong code, new address`,
    says: ({ hold, objectionHold, tries, firstLock, nextLock }) => [
      msg`After you change a security setting or a password, you can send only to addresses you have used before, for ${hold}. If you stop a change with our link, this lasts ${objectionHold}.`,
      msg`After ${tries} wrong attempts in a row, transfers are locked for ${firstLock}, later for ${nextLock}.`,
      msg`All this ends by itself, and no payment ends it sooner. Your address book may also have rules that you switched on.`,
    ],
    leads: [
      my,
      { to: paths.securityHistory, title: msg`Account history` },
      { to: paths.addressBook, title: msg`Address book` },
    ],
  },
  {
    id: 'passkeys',
    title: msg`What is a passkey?`,
    words: msg`fingerprint, face, screen lock, without password`,
    says: () => [
      msg`A passkey logs you in with the screen lock of your phone or computer instead of a password. It works only on our real site, so phishing pages can’t use it. To send, you still need your trade password and authenticator.`,
    ],
    leads: [{ to: paths.passkeys, title: msg`Passkeys` }],
  },
];
