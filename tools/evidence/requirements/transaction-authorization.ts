import { met, notMet, type Judgement } from './requirement.ts';

const sameDraft = 'M04 only the unmodified, own, unused draft is confirmed';

/** The guidelines of the OWASP Transaction Authorization cheat sheet, by its numbers. */
export const transactionAuthorization: readonly Judgement[] = [
  notMet(
    '1.1',
    'Asset, amount, receiver, fee and network are shown where the factors are typed. The authenticator app and the keypad do not show them: a device that lies about the page lies about the transfer. Operators sign with a key what they read, but on the same screen.',
    'Confirm with a passkey whose challenge is the hash of the draft, and show the draft on a second device.',
    'tests/e2e/money.e2e.ts',
    'O05 what is shown is read from the very words the passkey signs',
  ),
  met(
    '1.2',
    'Replacing the authenticator needs the present one or a recovery code. Once an authenticator is bound, changing the trade password needs the present trade password, the authenticator or a recovery code.',
    'A09 $name: login password, fresh code and present factor are all needed',
    'A09 the present authenticator counts until a code of the new one is right, and not a moment longer',
  ),
  met(
    '1.3',
    'As 1.2, and transfers to new addresses are refused for a day afterwards.',
    'A07 a change ends all other sessions, forgets other devices, and holds transfers to new addresses for a day',
  ),
  met(
    '1.4',
    'A login never asks for the trade password, and a transfer never for the login password.',
    'A12 no login password can be a trade password: one has eight characters, the other six',
    'docs/security/sensitive-actions.md',
  ),
  met(
    '1.5',
    'Each transfer takes a fresh authenticator code, which is spent by it.',
    'A08 the same authenticator code works once, also in two parallel requests',
    'A08 a code used at sign-in is used for transfers too',
  ),
  met(
    '2.1',
    'The server checks the factors and refuses by default.',
    'the table below names every route that asks for the login password again',
    'X13 %s is refused, and works afterwards',
  ),
  met(
    '2.2',
    'Which factors are needed follows from the draft and the account, never from the request.',
    'A11 asks for the authenticator where one is bound and takes no code by message instead',
    'M07',
  ),
  met(
    '2.3',
    'The draft is made and kept by the server; the page shows what the server answered.',
    sameDraft,
    'M04 a draft is confirmed by its owner, as it was shown, or not at all',
  ),
  met(
    '2.4',
    'Five tries, counted before they are judged.',
    'A12 of 100 parallel wrong trade passwords five are looked at',
    'A16',
  ),
  met('2.5', 'The database allows the steps of a transfer and no others.', 'M07', 'I14'),
  met('2.6', 'The confirmation names the hash of the draft; a draft cannot be changed.', sameDraft, 'I11'),
  met(
    '2.7',
    'The data of a transfer goes over TLS, is never in a URL and is kept by no cache.',
    'X08 what reached the proxy in the clear is refused by every route, and sent nowhere',
    'W04 every answer of the API is uncached, unframed, sniff-proof, carries its request id and runs nothing',
  ),
  met(
    '2.8',
    'The transaction that moves the money needs the draft that the factors were given for; the signer and the worker compare the order with it again.',
    'I20',
    'M28 bytes that pay somebody else than ordered are never handed out',
  ),
  met(
    '2.9',
    'A draft is valid for five minutes, a quote for 15 seconds, and an authenticator code for 40 seconds.',
    sameDraft,
    'A08 takes the present step, the one before for ten seconds, and no other',
  ),
  met(
    '2.10',
    'One draft, one key of idempotency, one code: each counts once.',
    'M02 the same confirmation 50 times in parallel has one effect and one reply',
    'M04 of 40 confirmations of one draft under keys of their own, before the end and after, one counts',
  ),
];
