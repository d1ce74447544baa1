import type { Defect } from './defect.ts';

/** What is weaker than the login: recovery, changes of contacts and factors, and the messages they take. */
export const recoveryDefects: readonly Defect[] = [
  {
    id: 'devices-stay',
    trap: 'A thief’s phone stays remembered (A07)',
    wrong: 'ends the sessions and leaves the devices remembered',
    faults: [
      {
        file: 'packages/server/src/people/sessions/session-store.ts',
        in: 'endSessions',
        operator: 'replace',
        mentions: ['remembered_until', 'devices'],
        kind: 'statement',
        by: '',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/identity/account-changes.db.test.ts',
      title:
        'A07 a change ends all other sessions, forgets other devices, and holds transfers to new addresses for a day',
    },
  },
  {
    id: 'trade-password-for-authenticator',
    trap: 'Recovery weaker than the login (A10)',
    wrong: 'takes the trade password in place of the authenticator',
    faults: [
      {
        file: 'packages/server/src/people/factors/prove-bound-authenticator.ts',
        in: 'proveBoundAuthenticator',
        operator: 'never',
        mentions: ['kind', 'trade-password', 'factor'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/recovery/recover.db.test.ts',
      title: 'A10 A11 where an authenticator is bound, the phone or mailbox alone recovers nothing',
    },
  },
  {
    id: 'new-contact-unproven',
    trap: 'One code for two changes (A14)',
    wrong: 'does not spend the code of the new contact',
    faults: [
      {
        file: 'packages/server/src/people/contacts/change-contact.ts',
        in: 'changeContact',
        operator: 'remove-statement',
        mentions: ['spendCode', 'newCode', 'tx', 'now'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/contacts/contacts.db.test.ts',
      title: 'A05 A14 the code of a new contact is good for one change to it',
    },
  },
  {
    id: 'contact-reserved',
    trap: 'A contact that its owner can still take back (A14)',
    wrong: 'gives away a contact while its change can be undone',
    faults: [
      {
        file: 'packages/server/src/people/contacts/change-contact.ts',
        in: 'changeContact',
        operator: 'never',
        mentions: ['isContactReserved'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/contacts/contacts.db.test.ts',
      title:
        'A14 the link in the notice to the old contact gives it back and signs everybody out; meanwhile nobody else gets it',
    },
  },
  {
    id: 'recovery-keeps-sessions',
    trap: 'The thief stays signed in (A10)',
    wrong: 'sets a new password and ends no session',
    faults: [
      {
        file: 'packages/server/src/people/recovery/recover.ts',
        in: 'recover',
        operator: 'remove-statement',
        mentions: ['endSessions'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/recovery/recover.db.test.ts',
      title: 'A10 a code sent by email sets a new password and does nothing else',
    },
  },
  {
    id: 'recovery-without-hold',
    trap: 'A new destination right after a takeover (M33)',
    wrong: 'holds nothing after a recovery',
    faults: [
      {
        file: 'packages/server/src/people/recovery/recover.ts',
        in: 'recover',
        operator: 'remove-statement',
        mentions: ['insertHold'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/recovery/recover.db.test.ts',
      title: 'A10 a code sent by email sets a new password and does nothing else',
    },
  },
  {
    id: 'thief-keeps-passkey',
    trap: 'A passkey the thief added (A14)',
    wrong: 'leaves passkeys that were added since when a change is stopped',
    faults: [
      {
        file: 'packages/server/src/people/recovery/undo-changes.ts',
        in: 'undoChanges',
        operator: 'remove-statement',
        mentions: ['deletePasskeysSince'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/passkeys/passkeys.db.test.ts',
      title: 'A10 the link in the notice removes a passkey that somebody else added',
    },
  },
  {
    id: 'own-phone-as-password',
    trap: 'The first six digits a thief tries (A12)',
    wrong: 'takes six digits of the own phone number as trade password',
    faults: [
      {
        file: 'packages/server/src/people/factors/trade-password-rules.ts',
        in: 'checkTradePassword',
        operator: 'never',
        mentions: ['phones', 'some'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/sign-in/rules.test.ts',
      title: 'A12 trade password "700900" is TRADE_PASSWORD_WEAK',
    },
  },
  {
    id: 'strangers-use-all-messages',
    trap: 'SMS toll fraud uses up what people recover with (A03)',
    wrong: 'lets strangers use the whole day’s text messages',
    faults: [
      {
        file: 'packages/server/src/people/codes/take-sms-budget.ts',
        in: 'takeSmsBudget',
        operator: 'replace',
        mentions: ['percentOf', 'part'],
        kind: 'member',
        by: '100',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/codes/sms-budget.db.test.ts',
      title: 'A03 one country takes no more than its share of a day, the others go on, and the alarm rings once',
    },
  },
  {
    id: 'nobody-uses-budget',
    trap: 'Codes to nobody use up the budget (A03)',
    wrong: 'counts text messages that are never sent',
    faults: [
      {
        file: 'packages/server/src/people/codes/take-sms-budget.ts',
        in: 'takeSmsBudget',
        operator: 'replace',
        mentions: ['findSms', 'takeSms'],
        kind: 'choice',
        by: 'takeSms',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/codes/sms-budget.db.test.ts',
      title: 'A03 A04 codes to numbers nobody has use up nothing, and are refused where a code to a person would be',
    },
  },
  {
    id: 'one-approval-resets',
    trap: 'Support resets an account alone (O12)',
    wrong: 'resets factors with one approval',
    faults: [
      {
        file: 'packages/server/src/people/recovery/factor-reset.ts',
        in: 'judgeReset',
        operator: 'compare',
        mentions: ['approvals', 'approvalsNeeded'],
        by: '<=',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/recovery/factor-reset.db.test.ts',
      title: 'A10 one operator who refuses ends it, approvals or not; nobody deciding ends it after thirty days',
    },
  },
  {
    id: 'stop-leaves-book',
    trap: 'An address the thief added (A14)',
    wrong: 'leaves the address book as it is when a change is stopped',
    faults: [
      {
        file: 'packages/server/src/people/recovery/stop-change.ts',
        in: 'stopChange',
        operator: 'remove-statement',
        mentions: ['onStopped'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/address-book/address-book.db.test.ts',
      title: 'M33 a new address and the end of a rule are told with a link; it takes both back and ends every session',
      afterOthers: true,
    },
  },
];
