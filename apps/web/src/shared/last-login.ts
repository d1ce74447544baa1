import type { AccountView } from '@tern/contracts/routes/identity';
import { lastLoginKey } from './last-login-key.ts';
import type { TargetDraft } from './target-draft.ts';

/** Who logged in on this device last: enough to recognise oneself, too little to log in with or to learn a contact from. */
export type LastLogin = Pick<TargetDraft, 'kind' | 'areaCode'> & {
  /** For example `•••• 4417` or `a•••@example.org`. */
  readonly hint: string;
};

const off = 'off';

/** Remembers a login by this phone or e-mail, unless the person has switched that off; a passkey names neither. */
export function rememberLogin(
  { account, contacts }: Pick<AccountView, 'account' | 'contacts'>,
  by?: TargetDraft,
): void {
  if (!isLoginRemembered()) return;
  const { kind, masked } = contacts.find((contact) => contact.kind === by?.kind) ?? account;
  const typed = by?.kind === kind ? by : undefined;
  const last: LastLogin = { kind, hint: hintOf(masked), areaCode: kind === 'phone' ? typed?.areaCode : undefined };
  localStorage.setItem(lastLoginKey, JSON.stringify(last));
}

/** Undefined where nobody logged in yet, or nobody is to be remembered. */
export function readLastLogin(): LastLogin | undefined {
  const stored = localStorage.getItem(lastLoginKey);
  return stored === null || stored === off ? undefined : (JSON.parse(stored) as LastLogin);
}

/** Forgets who it was; the next login is remembered again. */
export function forgetLastLogin(): void {
  if (isLoginRemembered()) localStorage.removeItem(lastLoginKey);
}

/** Whether logins on this device are remembered. */
export function isLoginRemembered(): boolean {
  return localStorage.getItem(lastLoginKey) !== off;
}

/** Switches it off, which forgets at once, or on again. */
export function setLoginRemembered(on: boolean): void {
  if (on) localStorage.removeItem(lastLoginKey);
  else localStorage.setItem(lastLoginKey, off);
}

/** Less than the account's own pages show: no area code, and of an e-mail address one letter before the domain. */
function hintOf(masked: string): string {
  return masked.replace(/^(?:\+\d* ?|(.)[^•]*)/u, '$1');
}
