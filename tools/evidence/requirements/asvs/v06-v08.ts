import { met, notApplicable, notMet, type Judgement } from '../requirement.ts';

const changes = 'A09 $name: login password, fresh code and present factor are all needed';
const afterAChange =
  'A07 a change ends all other sessions, forgets other devices, and holds transfers to new addresses for a day';
const toldOnce = 'A19 every change is noted once and told once on every channel, and the history shows it';
const leaked = 'A13 17,950 leaked passwords are refused, dressed up too';
const pages = 'docs/security/authentication.md';
const actions = 'docs/security/sensitive-actions.md';
const recovery = 'A10 A11 where an authenticator is bound, the phone or mailbox alone recovers nothing';
const matrix = 'O03 the matrix of roles and routes';
const newSession = 'A06 every sign-in gives a new session and ends the one the browser had';
const tradePassword =
  'The trade password, which confirms transfers and opens no session, has six digits, as the specification asks. It is locked after five wrong tries and never the only factor of a transfer to the chain.';
const noProvider = 'People and operators log in here; no identity provider is asked.';

/** Chapters 6 to 8. */
export const v06ToV08: readonly Judgement[] = [
  met(
    'V6.1.1',
    'A page says which tries are limited and by which figures, how far others can lock a person out by guessing, and who has to wait.',
    pages,
    'A18',
  ),
  met(
    'V6.1.2',
    'The words that no password may be built on are documented: the product, its token, and the person’s own phone number or e-mail address.',
    pages,
  ),
  met('V6.1.3', 'Every way in is on one page, with what it requires.', pages, actions),
  notMet(
    'V6.2.1',
    `Login passwords have eight characters or more. ${tradePassword}`,
    'Ask the owner of the specification for a longer trade password.',
    'A13 login passwords',
  ),
  met(
    'V6.2.2',
    'People can change both passwords in the settings.',
    'A07 changing the login password signs out everybody else',
  ),
  met('V6.2.3', 'A change of the password needs the present one, a code and the bound authenticator.', changes),
  met('V6.2.4', 'The 3,000 most common ones are among 17,950 that are refused.', leaked),
  notMet(
    'V6.2.5',
    `A login password may contain any characters and has to contain none in particular. ${tradePassword}`,
    'As V6.2.1.',
    'A13 login passwords',
  ),
  met('V6.2.6', 'Password fields hide what is typed, with a button to show it.', 'packages/ui/src/password-field.tsx'),
  notMet(
    'V6.2.7',
    'Every field takes a paste, and password managers fill in login passwords. The trade password asks browsers not to keep it or fill it in (autocomplete=off).',
    'Let password managers fill in the trade password, once it is decided that a device may keep it.',
    'apps/web/src/shared/register+safety/new-password-fields.tsx',
  ),
  met('V6.2.8', 'The password is hashed as it was typed.', 'A13 login passwords'),
  notMet('V6.2.9', `Login passwords may have 128 characters. ${tradePassword}`, 'As V6.2.1.', 'A13 login passwords'),
  met('V6.2.10', 'Passwords do not expire.', pages),
  met(
    'V6.2.11',
    'A password built on one of the words of V6.1.2 is refused.',
    'A13 login passwords',
    'A13 recovery accepts no password registration would refuse',
  ),
  met(
    'V6.2.12',
    'A list of 17,950 leaked passwords, and a model of how passwords are made for those on no list.',
    leaked,
    'A13 the model alone, without the list, refuses 93 of 100 passwords known from leaks',
  ),
  met(
    'V6.3.1',
    'Tries are counted by account, address and network, and reserved before they are judged.',
    'A01 of 600 guesses at 60 accounts from 100 addresses none gets in, right ones included',
    'A16 of 100 parallel wrong tries exactly five are looked at, and the others are told of the lock',
  ),
  met(
    'V6.3.2',
    'The first two operators are invited on the machine, once; there is no account otherwise.',
    'O03 who the operators are is written by no role',
    'O01 the first two are invited with a link each, again as long as they have not come',
  ),
  met(
    'V6.3.3',
    'People log in with password and authenticator; with password and code on a new device; with password and the device’s own secret on a remembered one; or with a passkey that verified its owner. Operators sign in with a passkey.',
    'A15',
    'O08 only the passkey signs in: there is no route that takes a password, and the session is short',
  ),
  met(
    'V6.3.4',
    'One function opens sessions and demands the proofs of the enrolled factors.',
    'the list of sensitive actions is current',
    recovery,
    'A11 asks for the authenticator where one is bound and takes no code by message instead',
  ),
  met(
    'V6.3.5',
    'The person is told of a login on a new device. Fifty wrong passwords in a row raise an alert in the log.',
    'A19',
    'A01 fifty wrong passwords in a row close an account to strangers for a day and raise one alert',
  ),
  notMet(
    'V6.3.6',
    'A code by e-mail is a second step on a new device, as the specification asks. Whoever binds an authenticator is asked for that instead.',
    'A passkey or an authenticator for everybody, once enough people have one.',
    'A11 asks for the authenticator where one is bound and takes no code by message instead',
  ),
  met('V6.3.7', 'Every change is told to every contact, with a link that stops it.', toldOnce),
  met(
    'V6.3.8',
    'A request about an account that does not exist gets the same answer, with the same work and time.',
    'A04 unknown accounts and wrong passwords answer alike in text, work and time',
    'A04 a known and an unknown contact get the same answer until the code has proven who owns it',
  ),
  met(
    'V6.4.1',
    'Nobody gets a first password. Invitations of operators are random, for one day and one use.',
    'A05',
    'O01 the first two are invited with a link each, again as long as they have not come',
  ),
  met('V6.4.2', 'There are neither hints nor questions.', actions),
  met('V6.4.3', 'Where an authenticator is bound, it or a recovery code is needed too.', recovery),
  met(
    'V6.4.4',
    'A lost authenticator is removed after a week with a notice every day, and only if two operators agree.',
    'A10 the authenticator goes after a week and the word of two different operators, not before and not with one',
  ),
  met(
    'V6.4.6',
    'Operators can neither set a password nor see a factor.',
    'O12',
    'docs/decisions/0284-operators-see-factors-not-secrets.md',
  ),
  met(
    'V6.5.1',
    'A code is used up in the database transaction that it allows, and the authenticator code of one time step counts only once.',
    'A08 the same authenticator code works once, also in two parallel requests',
    'A05 of 50 parallel submissions of the right code one succeeds',
    'A09 of 20 parallel uses of one recovery code one counts',
  ),
  notMet(
    'V6.5.2',
    'Recovery codes have 80 random bits and are kept as an HMAC with a key outside the database, not as a slow hash.',
    'Codes of 28 characters (140 bits), for which a fast hash is enough. The app’s text, which says sixteen characters in 39 languages, would have to change.',
    'A05 the database holds no code and no unknown target in clear',
  ),
  met(
    'V6.5.3',
    'All codes and the keys of authenticators come from the system’s random numbers.',
    'docs/security/cryptography.md',
    'A09 an authenticator that was never confirmed counts for nothing, and its key is shown once',
  ),
  met('V6.5.4', 'Codes have six digits, each value equally likely; recovery codes have 80 bits.', 'A02'),
  notMet(
    'V6.5.5',
    'Codes by message live ten minutes. An authenticator code is good for its 30 seconds and ten more.',
    'None: without the ten seconds a code that is typed at the end of its time would be refused.',
    'A05 a code is refused once ten minutes have passed',
    'A08 takes the present step, the one before for ten seconds, and no other',
  ),
  met(
    'V6.5.6',
    'Authenticator, passkeys, devices and keys of operators can be removed.',
    'A09',
    'O14 an operator removes a key by another of theirs; it signs in no more, and its session is over',
  ),
  met(
    'V6.5.7',
    'A fingerprint only unlocks a passkey, which is something that one has.',
    'A15 a passkey signs in alone, names its owner by itself, and a remembered device stays the same device',
  ),
  met(
    'V6.5.8',
    'The server’s clock decides whether a code is valid, and it is compared with the database’s.',
    'A08',
    'X06 a clock %d ms off the database’s is refused',
  ),
  met(
    'V6.6.1',
    'A phone number is validated before other codes are sent to it, and an authenticator and passkeys are offered. Whoever gives a phone number reads that text messages are the weakest of these, and why.',
    'A11',
    'A11 whoever gives a phone number reads what text messages are worth, and whoever gives an e-mail address does not',
  ),
  met(
    'V6.6.2',
    'A code belongs to one purpose, contact and request.',
    'A05 a code works for its own purpose, target and subject only',
  ),
  met(
    'V6.6.3',
    'A code allows five tries, and a network fifty wrong codes a day.',
    'A02 of 300 wrong codes over 20 sent ones 50 are looked at, then that network has no try for a day',
    'A16 of 500 parallel wrong codes exactly five are looked at, five times over',
  ),
  met(
    'V6.7.1',
    'Public keys of passkeys are in tables that a process can add to by the steps of enrolment alone; operators’ keys only through functions.',
    'O14 a key is added by a key of the same operator alone',
    'O03 who the operators are is written by no role',
  ),
  met(
    'V6.7.2',
    'Challenges have 256 random bits and are used once.',
    'A05 one challenge takes one answer, for its own purpose, in its time',
  ),
  ...notApplicable(['V6.8.1', 'V6.8.2', 'V6.8.3', 'V6.8.4'], noProvider),
  met(
    'V7.1.1',
    'The page gives the lifetimes of sessions and the reasons why they are longer than NIST proposes.',
    pages,
  ),
  met('V7.1.2', 'The page says how many sessions there can be: any number for a person, one for an operator.', pages),
  ...notApplicable(['V7.1.3'], noProvider),
  met(
    'V7.2.1',
    'Every request reads the session from the database.',
    'A06 without a session, or with a made-up one, every route but the public ones answers LOGIN_EXPIRED before reading its input',
  ),
  met(
    'V7.2.2',
    'Random tokens for each login. Keys of other systems reach only the service API.',
    newSession,
    'O03 of $name is answered with its scope, and with no other',
  ),
  met(
    'V7.2.3',
    '256 random bits.',
    'A06 session tokens are 256 random bits: 100,000 without a repetition or a leaning bit',
  ),
  met(
    'V7.2.4',
    'A login makes a new session and ends the browser’s former one. Factors that are given again count for one request and raise nothing in the session.',
    newSession,
  ),
  met(
    'V7.3.1',
    'A session ends after seven days without use, that of an operator after 15 minutes.',
    'A07 a session ends when idle, when old, when its person is disabled, and when ended from another one',
    'O08 only the passkey signs in: there is no route that takes a password, and the session is short',
  ),
  met(
    'V7.3.2',
    'A session ends at the latest after thirty days, that of an operator after eight hours.',
    'A07 a session ends when idle, when old, when its person is disabled, and when ended from another one',
  ),
  met(
    'V7.4.1',
    'Logging out ends the session in the database, for requests and for open streams.',
    'registers, reads the account, signs out, and the old cookie opens nothing any more',
    'A07 a stream ends with its session, ended here or from another device',
  ),
  met(
    'V7.4.2',
    'All sessions end in the database transaction that disables or closes the account.',
    'A07 a disabled person’s passkey opens nothing',
    'O14 O01 two administrators disable one key of a third operator, who goes on with the other',
  ),
  met('V7.4.3', 'A change of a factor ends all other sessions without asking.', afterAChange),
  met('V7.4.4', 'Log out is on the page that the last tab of the bar opens, and in the console’s frame.', 'H16'),
  met(
    'V7.4.5',
    'A reviewer or an administrator ends all sessions of a person; two administrators end those of everybody, during which the wallet stands still. Both are signed.',
    'O01 A07 every session of everybody ends when two administrators say so, and not before',
    'O02 only administrators propose it or carry it out',
    ['packages/server/src/people/sessions/every-route-under-way.db.test.ts', 'A07 %s, right before it is written'],
  ),
  met(
    'V7.5.1',
    'A change of contacts or factors needs the login password, a fresh code and the bound factor.',
    changes,
    'A14 another e-mail takes login password, codes from the old and the new one, and the bound authenticator',
  ),
  notMet(
    'V7.5.2',
    'People see their sessions and can end each or all others, without giving a factor again.',
    'None: a person who sees an unknown session in the list has to be able to end it at once. Ending a session opens nothing, and the history shows it.',
    'A07 ending the other sessions makes other devices ask for the second step again',
  ),
  met(
    'V7.5.3',
    'A transfer needs the trade password and the authenticator, for exactly one draft.',
    'M04 a draft is confirmed by its owner, as it was shown, or not at all',
    'I20',
  ),
  ...notApplicable(['V7.6.1', 'V7.6.2'], noProvider),
  met(
    'V8.1.1',
    'Who may call what is a table in the code that does not compile with a gap, and pages for actions and database rights.',
    actions,
    'docs/security/database-rights.md',
    'docs/operations/console.md',
  ),
  met(
    'V8.1.2',
    'Database rights are documented by table and column; what each role of the console sees is on its page.',
    'docs/security/database-rights.md',
    'X07 every right on a table stands on the page, and the page says nothing else',
  ),
  met(
    'V8.2.1',
    'A route that does not say who may call it does not compile; a test tries every role on every route.',
    matrix,
    'says of every route of the contract who may call it, and of no other',
  ),
  met(
    'V8.2.2',
    'Every id of every route is tried with somebody else’s.',
    'every field of the contract that takes an id has its case here',
    'M08 no statement reaches an entry of an address book, a price alert, a swap or a connection without saying whose it is',
  ),
  met(
    'V8.2.3',
    'Routes answer with fields of their schema alone; the console masks contacts; columns are granted one by one.',
    'O07 contacts are shown in full for a reason that stays in the log, to 50 people a day and no more',
    'X07 every right on a table stands on the page, and the page says nothing else',
  ),
  met(
    'V8.3.1',
    'The server checks access before it reads the request.',
    'A06 without a session, or with a made-up one, every route but the public ones answers LOGIN_EXPIRED before reading its input',
    matrix,
  ),
  met(
    'V8.3.2',
    'Session, role and hold are read for each request and again in the transaction that moves money.',
    'M38 nothing is held after a committed freeze',
    ['packages/server/src/people/sessions/every-route-under-way.db.test.ts', 'A07 %s, right before it is written'],
  ),
  met(
    'V8.3.3',
    'The signer decides by the order and its own limits, not by who asks; amounts above these limits need operators’ own signatures.',
    'K06 an approval is worth nothing for another amount, receiver or order',
    'K05 who is not the worker gets nothing',
  ),
  ...notApplicable(['V8.4.1'], 'An installation serves one house.'),
  met(
    'V8.4.2',
    'The console needs the office’s network, a passkey, a short session tied to address and browser, and a signature for each decision. Devices of operators are not examined.',
    'O08',
    'O05 what is signed',
  ),
];
