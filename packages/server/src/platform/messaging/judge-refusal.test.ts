import { expect, test } from 'vitest';
import { judgeRefusal } from './judge-refusal.ts';

// Goal: no person loses mails because a server refuses us. Method: the words in which common mail servers refuse.
const judge = (text: string) => judgeRefusal({ status: Number(text.slice(0, 3)), text });

test.each([
  ['550 5.1.1 <…>: Recipient address rejected: User unknown in local recipient table', '5.1.1'],
  ['550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Try again', '5.1.1'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', '5.1.10'],
  ['511 sorry, no mailbox here by that name (#5.1.1)', '5.1.1'],
  ['550 No Such User Here', '550'],
  ['550 Unknown user', '550'],
  ['553 sorry, no mailbox here by that name', '553'],
])('there is no such mailbox: %s', (text, code) => {
  expect(judge(text)).toEqual({ code, isDead: true });
});

test.each([
  ['552 5.2.2 Mailbox full', '5.2.2'],
  ['550 5.2.1 The email account that you tried to reach is disabled', '5.2.1'],
  [
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
    '5.2.1',
  ],
])('a mailbox that takes nothing now is no dead one: %s', (text, code) => {
  expect(judge(text)).toEqual({ code, isDead: false });
});

test.each([
  '554 5.7.1 <…>: Relay access denied',
  '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
  '550 5.7.1 Service unavailable; client host blocked using a block list',
  '550 relay not permitted',
  '550 Relaying denied: unknown user',
  "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  "553 sorry, that domain isn't in my list of allowed rcpthosts",
  '550 Administrative prohibition',
  '550 Requested action not taken: mailbox unavailable',
  '551 User not local',
  '550 5.1.8 <…>: Sender address rejected: Domain not found',
  '550 5.1.7 Invalid address of the sender',
  '530 5.7.0 Must issue a STARTTLS command first',
  '530 Authentication required',
  '503 5.5.1 Error: need MAIL command',
  '451 4.7.1 Greylisted, try again later',
  '450 4.2.1 The user is receiving mail at a rate that prevents additional messages: user unknown',
  '550',
])('what is about us, or about the moment, is tried again: %s', (text) => {
  expect(judge(text)).toBeUndefined();
});
