import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AgreementDocument } from '@tern/contracts/agreement-versions';
import type { AcceptanceView, AgreementVersionView } from '@tern/contracts/routes/agreements';

/** What is different in each version from the one before it, by document and version. The first version has nothing to say. */
const changes: Readonly<Record<AgreementDocument, Readonly<Record<string, readonly MessageDescriptor[]>>>> = {
  agreement: {
    '2026-11-25': [
      msg`New section “Changes”: a new version is shown to you and accepted again. Until then you can still read, send your money out, change your security settings, complain, export your data and close your account.`,
    ],
    '2026-11-26': [
      msg`“Sending and fees”: we tell you the reason for a refused transfer where the law lets us. The earlier version promised a reason in every case.`,
      msg`“Locks and holds”: we can put an account on hold for up to 30 days at a time. The app tells you when the hold ends. The earlier version promised a reason for each hold.`,
    ],
  },
  privacy: {
    '2026-11-25': [
      msg`We now keep which versions you accepted, in which language and when, and keep this after you close the account.`,
    ],
    '2026-11-26': [
      msg`“On your device”: the browser now also keeps a hint of your last login, which you can switch off in the settings, and what you have typed into a form.`,
      msg`“Who receives data”: if you allow it in the settings, people who type your phone number, e-mail address or username see that you have an account, and the name you chose.`,
      msg`“What is stored”: if you choose a username, we keep it until you close the account, and after that only what it looks like, so that nobody else can ever have it.`,
      msg`“What is stored”: if you set price alerts, we keep their prices until you remove them or close the account.`,
      msg`“On your device”: the browser also keeps what you last saw for up to 7 days, so that you can look at it without a connection.`,
    ],
  },
};

/** What is different since the version of a document that somebody accepted last. */
export function listChanges(
  { document, version }: AgreementVersionView,
  accepted: readonly AcceptanceView[],
): readonly MessageDescriptor[] {
  const [last] = accepted
    .filter((one) => one.document === document)
    .map((one) => one.version)
    .toSorted()
    .toReversed();
  return Object.entries(changes[document])
    .filter(([changed]) => changed > (last ?? '') && changed <= version)
    .flatMap(([, messages]) => messages);
}
