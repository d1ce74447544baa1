/** A change of an account's protections, with the link that stops it. */
type ChangeNotice = { readonly at: string; readonly link: string };

/** The values each message needs, by its template. Times are ISO 8601 in UTC. */
export type MessageValues = {
  readonly 'code-register': { readonly code: string };
  readonly 'code-login': { readonly code: string };
  readonly 'code-set-trade-password': { readonly code: string };
  readonly 'code-bind-authenticator': { readonly code: string };
  readonly 'code-recover': { readonly code: string };
  readonly 'code-change-login-password': { readonly code: string };
  readonly 'code-change-trade-password': { readonly code: string };
  readonly 'code-unbind-authenticator': { readonly code: string };
  readonly 'code-renew-recovery-codes': { readonly code: string };
  readonly 'code-add-passkey': { readonly code: string };
  readonly 'code-remove-passkey': { readonly code: string };
  readonly 'code-set-word': { readonly code: string };
  readonly 'code-change-contact': { readonly code: string };
  readonly 'code-new-contact': { readonly code: string };
  readonly 'code-reset-factors': { readonly code: string };
  readonly 'code-close-account': { readonly code: string };
  readonly 'code-export-data': { readonly code: string };
  readonly 'notice-new-device': { readonly at: string; readonly device: string; readonly ip: string };
  readonly 'notice-trade-password-set': ChangeNotice;
  readonly 'notice-authenticator-bound': ChangeNotice;
  readonly 'notice-recovered': ChangeNotice;
  readonly 'notice-login-password-changed': ChangeNotice;
  readonly 'notice-trade-password-changed': ChangeNotice;
  readonly 'notice-authenticator-replaced': ChangeNotice;
  readonly 'notice-authenticator-unbound': ChangeNotice;
  readonly 'notice-recovery-codes-renewed': ChangeNotice;
  readonly 'notice-passkey-added': ChangeNotice;
  readonly 'notice-passkey-removed': ChangeNotice;
  readonly 'notice-contact-changed': ChangeNotice & { readonly to: string };
  readonly 'notice-word-set': ChangeNotice;
  readonly 'notice-factor-reset-started': ChangeNotice & { readonly readyAt: string };
  readonly 'notice-factor-reset-waiting': ChangeNotice & { readonly readyAt: string };
  readonly 'notice-factor-reset-cancelled': { readonly at: string };
  readonly 'notice-factor-reset-refused': { readonly at: string };
  readonly 'notice-factors-reset': ChangeNotice;
  readonly 'notice-data-exported': ChangeNotice;
  readonly 'notice-closing-requested': ChangeNotice & { readonly due: string };
  readonly 'notice-closing-cancelled': { readonly at: string };
  readonly 'notice-account-closed': { readonly at: string };
  readonly 'notice-address-added': ChangeNotice;
  readonly 'notice-address-renamed': ChangeNotice;
  readonly 'notice-address-rule-ending': ChangeNotice;
  readonly 'notice-change-stopped': { readonly at: string };
  readonly 'operator-key-added': {
    readonly operator: string;
    readonly key: string;
    readonly until: string;
    readonly link: string;
  };
  /** `key` is empty for the first key of an operator. */
  readonly 'operator-key-removed': {
    readonly operator: string;
    readonly key: string;
    readonly at: string;
    readonly link: string;
  };
  /** Their address for notices is another one since `at`. */
  readonly 'operator-address-changed': { readonly operator: string; readonly at: string; readonly link: string };
  readonly 'operator-waiting': { readonly waiting: string; readonly link: string };
  readonly 'notice-factors-locked': { readonly at: string; readonly until: string };
};

export type MessageTemplate = keyof MessageValues;

export type Channel = 'email' | 'sms';

/** A message as it leaves. `subject` is for mails. */
export type RenderedMessage = { readonly subject: string; readonly text: string };
