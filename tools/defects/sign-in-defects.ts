import type { Defect } from './defect.ts';

/** What lets somebody in, or lets them stay. */
export const signInDefects: readonly Defect[] = [
  {
    id: 'code-for-another-purpose',
    trap: 'A code for one thing opens another (A05)',
    wrong: 'takes a code whatever it was sent for',
    faults: [
      {
        file: 'packages/server/src/people/codes/challenge-store.ts',
        in: 'isOpen',
        operator: 'always',
        mentions: ['purpose'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/codes/codes.db.test.ts',
      title: 'A05 a code works for its own purpose, target and subject only',
    },
  },
  {
    id: 'code-of-anybody',
    trap: 'A code of somebody else (A05)',
    wrong: 'takes a code whoever it was sent to',
    faults: [
      {
        file: 'packages/server/src/people/codes/challenge-store.ts',
        in: 'isOpen',
        operator: 'always',
        mentions: ['subject'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/codes/codes.db.test.ts',
      title: 'A05 a code works for its own purpose, target and subject only',
    },
  },
  {
    id: 'code-for-ever',
    trap: 'An old code from a mailbox (A05)',
    wrong: 'takes a code after its ten minutes',
    faults: [
      {
        file: 'packages/server/src/people/codes/challenge-store.ts',
        in: 'isOpen',
        operator: 'always',
        mentions: ['expires_at'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/codes/codes.db.test.ts',
      title: 'A05 a code is refused once ten minutes have passed',
    },
  },
  {
    id: 'code-twice',
    trap: 'Two requests with one code (A05)',
    wrong: 'spends a code as often as it is given',
    faults: [
      {
        file: 'packages/server/src/people/codes/challenge-store.ts',
        in: 'consumeChallenge',
        operator: 'replace',
        mentions: ['where', 'consumed_at', 'is', 'id', '='],
        kind: 'call',
        by: '$of',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/codes/codes.db.test.ts',
      title: 'A05 of 50 parallel submissions of the right code one succeeds',
    },
  },
  {
    id: 'session-after-its-end',
    trap: 'A cookie copied before the logout (A06)',
    wrong: 'reads a session that has ended',
    faults: [
      {
        file: 'packages/server/src/people/sessions/session-store.ts',
        in: 'liveSessions',
        operator: 'replace',
        mentions: ['sessions.ended_at'],
        kind: 'call',
        by: '$of',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/sign-in/login.db.test.ts',
      title: 'A06 every sign-in gives a new session and ends the one the browser had',
    },
  },
  {
    id: 'session-without-age',
    trap: 'A session that lives for ever (A07)',
    wrong: 'never ends a session that is used every day',
    faults: [
      {
        file: 'packages/server/src/people/sessions/session-store.ts',
        in: 'liveSessions',
        operator: 'replace',
        mentions: ['sessions.absolute_until'],
        kind: 'call',
        by: '$of',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/sign-in/login.db.test.ts',
      title: 'A07 a session ends when idle, when old, when its person is disabled, and when ended from another one',
    },
  },
  {
    id: 'session-of-the-held',
    trap: 'A person whose account was put on hold goes on (A07)',
    wrong: 'reads sessions of accounts that are not active',
    faults: [
      {
        file: 'packages/server/src/people/sessions/session-store.ts',
        in: 'liveSessions',
        operator: 'replace',
        mentions: ['people.state'],
        kind: 'call',
        by: '$of',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/sign-in/login.db.test.ts',
      title: 'A07 a session ends when idle, when old, when its person is disabled, and when ended from another one',
    },
  },
  {
    id: 'disabled-person-logs-in',
    trap: 'An account on hold signs in (A07)',
    wrong: 'takes the right password of an account that is not active',
    faults: [
      {
        file: 'packages/server/src/people/sign-in/login.ts',
        in: 'judgePassword',
        operator: 'always',
        mentions: ['isActive'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/sign-in/login.db.test.ts',
      title: 'A07 a session ends when idle, when old, when its person is disabled, and when ended from another one',
    },
  },
  {
    id: 'quick-answer-for-nobody',
    trap: 'The time of an answer tells who has an account (A04)',
    wrong: 'hashes nothing where nobody has the contact',
    faults: [
      {
        file: 'packages/server/src/people/sign-in/login.ts',
        in: 'judgePassword',
        operator: 'replace',
        mentions: ['verifyNobody'],
        kind: 'call',
        by: 'Promise.resolve(false)',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/sign-in/login.db.test.ts',
      title: 'A04 unknown accounts and wrong passwords answer alike in text, work and time',
    },
  },
  {
    id: 'code-although-bound',
    trap: 'A sign-in begun before an authenticator was bound (A11)',
    wrong: 'takes the code of a message although an authenticator is bound meanwhile',
    faults: [
      {
        file: 'packages/server/src/people/sign-in/finish-login.ts',
        in: 'finishLogin',
        operator: 'never',
        mentions: ['outdated'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/sign-in/login.db.test.ts',
      title: 'A11 a second step by code is over once an authenticator is bound meanwhile',
    },
  },
  {
    id: 'sign-in-goes-on',
    trap: 'A sign-in under way when the password changes (A07)',
    wrong: 'lets a sign-in that has begun come to its end',
    faults: [
      {
        file: 'packages/server/src/people/sessions/session-store.ts',
        in: 'endSessions',
        operator: 'remove-statement',
        mentions: ['raiseCredentialsVersion'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/identity/changes-under-way.db.test.ts',
      title: 'ends identity.recover',
    },
  },
  {
    id: 'copied-passkey',
    trap: 'A copy of a key (A15)',
    wrong: 'takes a passkey whose counter went back',
    faults: [
      {
        file: 'packages/server/src/people/sign-in/log-in-by-passkey.ts',
        in: 'logInByPasskey',
        operator: 'never',
        mentions: ['notePasskeyUse'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/passkeys/passkeys.db.test.ts',
      title: 'A15 a counter that went back signs nobody in',
    },
  },
  {
    id: 'ceremony-twice',
    trap: 'An answer of a passkey given again (A15)',
    wrong: 'takes the challenge of a passkey as often as it is answered',
    faults: [
      {
        file: 'packages/server/src/people/passkeys/passkey-store.ts',
        in: 'takeCeremony',
        operator: 'replace',
        mentions: ['where', 'consumed_at', 'is'],
        kind: 'call',
        by: '$of',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/passkeys/passkeys.db.test.ts',
      title: 'A05 one challenge takes one answer, for its own purpose, in its time',
    },
  },
  {
    id: 'wide-code-window',
    trap: 'A wide window of codes (A08)',
    wrong: 'takes codes of the step before and of the next one',
    faults: [
      {
        file: 'packages/server/src/people/factors/authenticator.ts',
        in: 'epochTolerance',
        operator: 'replace',
        mentions: [],
        kind: 'value',
        by: '[30, 30]',
      },
    ],
    caughtBy: {
      file: 'packages/server/src/people/factors/factors.db.test.ts',
      title: 'A08 takes the present step, the one before for ten seconds, and no other',
    },
  },
];
