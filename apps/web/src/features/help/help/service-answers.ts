import { msg } from '@lingui/core/macro';
import { paths } from '../../../shared/paths.ts';
import type { Answer } from './answer.ts';

const my = { to: paths.my, title: msg`My` };
const complaints = { to: paths.complaints, title: msg`Complaints` };
const ownData = { to: paths.ownData, title: msg`Your data and account` };

/** What people ask about their account and about who runs the service. */
export const accountAnswers: readonly Answer[] = [
  {
    id: 'frozen',
    title: msg`My account is on hold`,
    words: msg`frozen, blocked, suspended`,
    says: ({ freezeDays }) => [
      msg`We can put an account on hold for up to ${freezeDays} at a time, for example to protect it or where the law obliges us. Nothing leaves it then, and it still receives.`,
      msg`Everything in it stays yours, and no payment ends the hold. The page “My” shows when it ends.`,
    ],
    leads: [my, complaints],
  },
  {
    id: 'closing',
    title: msg`How do I close my account?`,
    words: msg`delete, leave, remove`,
    says: ({ closingDays }) => [
      msg`Send your money out first. The account closes ${closingDays} after you ask for it, and until then you can change your mind.`,
      msg`Codes are dropped when they expire. Your picture and profile are deleted when you remove them, and with the account when you close it. Records of money are kept as long as the law demands, even after that.`,
    ],
    leads: [ownData],
  },
  {
    id: 'privacy',
    title: msg`Which data do you keep, and can I have a copy?`,
    words: msg`privacy, export, download, personal data`,
    says: () => [
      msg`The privacy policy lists all of it. You can download a copy of your account, profile, wallets, records and messages.`,
      msg`Every transfer on Tron is public for ever: addresses, amounts and times. Transfers between people of this service are not on the chain.`,
    ],
    leads: [ownData, { to: `${paths.protocol}?part=privacy`, title: msg`Privacy policy` }],
  },
  {
    id: 'team',
    title: msg`What can your team do, and what will it never ask?`,
    words: msg`keys, operator, trust, scam, phishing, fake message`,
    says: ({ name }) => [
      msg`The service holds the keys of the addresses. Every wallet has a Tron address of its own. A ledger records what belongs to whom; what it shows as yours is covered by assets on the chain, or for a token that is not issued on the chain yet by a published issuance account.`,
      msg`Our team can review or refuse a transfer, put an account on hold and log out devices. All of it is logged. It cannot start a transfer from your account.`,
      msg`Never send us a password, a code, a recovery code or a picture of your authenticator key. We never ask for them. Help from ${name} is free, and you never have to pay to withdraw.`,
    ],
    leads: [
      { to: paths.messageWord, title: msg`Anti-phishing phrase` },
      { to: paths.protocol, title: msg`User agreement` },
    ],
  },
];

/** What people ask about the app itself. */
export const appAnswers: readonly Answer[] = [
  {
    id: 'notifications',
    title: msg`I get no notifications`,
    words: msg`push, alert, e-mail, silent`,
    says: () => [
      msg`Switch them on in the settings here, and allow them for this page in your browser settings.`,
      msg`To get notifications while the app is closed, install it first or use a browser that supports them.`,
      msg`If you switch a kind off, its messages still arrive, marked as read. You always get security messages.`,
    ],
    leads: [
      { to: paths.settings, title: msg`Settings` },
      { to: paths.messages, title: msg`Messages` },
    ],
  },
  {
    id: 'offline',
    title: msg`What works without a connection?`,
    words: msg`no internet, offline, network error, loading failed`,
    says: () => [
      msg`You see what this device has kept of your balances, addresses, records and messages, and these answers. To send, swap or change something, you need a connection.`,
      msg`If other pages work, look at the self-check and the service status.`,
    ],
    leads: [
      { to: paths.selfCheck, title: msg`Self-check` },
      { to: paths.status, title: msg`Service status` },
    ],
  },
];
