import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';

/** Why an answer of a security key was refused, and what helps, where it is more than trying again. */
const sentences: Readonly<Record<string, string>> = {
  'the counter did not grow':
    'Nothing was changed, because the counter of this security key did not go up and somebody may have a copy of it: use your other key, and replace this one.',
  'the person was not verified':
    'Nothing was changed, because the security key asked for no PIN and no fingerprint: set one up on the key, then try again.',
  'nobody was present': 'Nothing was changed, because nobody touched the security key: try again and touch it.',
  'no enrolled operator has this credential':
    'Nothing was changed, because this security key is none of those that decide here: use one that was enrolled.',
  'nothing to approve': 'Nothing was changed, because this request is older than a day or unknown: have it made again.',
  'the policy has changed since':
    'Nothing was changed, because the policy has changed since this was proposed: press Refresh, and propose it again if it is still wanted.',
};

/** What the page says of an error: one sentence with what to do next. */
export function sayFault(error: unknown): string {
  if (error instanceof SignerUnavailable)
    return `The signer gave no answer (${error.message}): see that it runs, then press Refresh.`;
  if (error instanceof SignerRefusal) {
    const { detail } = error;
    if (detail.endsWith('has approved this already')) return `${detail}: another operator has to sign now.`;
    return sentences[detail] ?? `Nothing was changed, because the signer refused this (${detail}): try again.`;
  }
  return error instanceof Error ? error.message : 'This did not work: try again.';
}
