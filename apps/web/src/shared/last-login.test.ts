import { beforeEach, expect, test, vi } from 'vitest';
import { forgetLastLogin, isLoginRemembered, readLastLogin, rememberLogin, setLoginRemembered } from './last-login.ts';
import type { TargetDraft } from './target-draft.ts';

const areaCode = { region: 'DE', dialCode: '49' };
const phone = { kind: 'phone', masked: '+49 •••• 4417' } as const;
const email = { kind: 'email', masked: 'an•••@example.org' } as const;
const account = { account: phone, contacts: [phone, email] };
const typed: TargetDraft = { kind: 'phone', areaCode, number: '1511234417', email: '' };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});

test('a login by phone leaves the area code and the last digits, nothing that was typed', () => {
  rememberLogin(account, typed);
  expect(readLastLogin()).toEqual({ kind: 'phone', hint: '•••• 4417', areaCode });
});

test.each([
  ['an•••@example.org', 'a•••@example.org'],
  ['ä•••@example.org', 'ä•••@example.org'],
  ['📬x•••@example.org', '📬•••@example.org'],
])('of %s one letter and the domain stay', (masked, hint) => {
  const contact = { kind: 'email', masked } as const;
  rememberLogin({ account: contact, contacts: [contact] }, { ...typed, kind: 'email' });
  expect(readLastLogin()).toEqual({ kind: 'email', hint, areaCode: undefined });
});

test('the contact that was used is hinted at; a passkey names none, so it is the main one', () => {
  rememberLogin(account, { ...typed, kind: 'email' });
  expect(readLastLogin()?.hint).toBe('a•••@example.org');
  rememberLogin(account);
  expect(readLastLogin()).toEqual({ kind: 'phone', hint: '•••• 4417', areaCode: undefined });
});

test('forgotten, the next login is remembered again; switched off, none is', () => {
  rememberLogin(account, typed);
  forgetLastLogin();
  expect(readLastLogin()).toBeUndefined();
  rememberLogin(account, typed);
  setLoginRemembered(false);
  expect(readLastLogin()).toBeUndefined();
  rememberLogin(account, typed);
  forgetLastLogin();
  expect(readLastLogin()).toBeUndefined();
  expect(isLoginRemembered()).toBe(false);
  setLoginRemembered(true);
  rememberLogin(account, typed);
  expect(readLastLogin()?.hint).toBe('•••• 4417');
});
