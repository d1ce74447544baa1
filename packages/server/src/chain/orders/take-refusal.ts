import type { SignerRefusal } from '@tern/tron/signer-fault';
import type { SignerRefusalCode } from '@tern/tron/signer-protocol';
import type { Attempt } from './attempt.ts';
import { setDue, setWaiting } from './claim-store.ts';
import type { OrderItem } from './order-policy.ts';
import { stopOrder } from './stop-order.ts';
import type { Wait } from './waiting.ts';
import { endClaim, postpone, type Claim } from './work-claims.ts';

type Meaning =
  /** Says nothing about this question, which may have been signed before: it is kept and asked again. */
  | 'wait-for-signer'
  /** Its window would be over by the time the signer agrees: forgotten, and written anew after a while. */
  | 'wait-for-limit'
  | 'ask-anew'
  /** The signer will never sign it: a kind that can drop the order does, otherwise it is forgotten and stops. */
  | 'never'
  | 'forget-and-stop'
  | 'stop';

/**
 * What each refusal of the signer means. Where a question is forgotten it was never signed: the signer says so only after it
 * has looked for it among those it signed.
 */
const meanings: Readonly<Record<SignerRefusalCode, Meaning>> = {
  'not-authenticated': 'wait-for-signer',
  quarantined: 'wait-for-signer',
  standby: 'wait-for-signer',
  fenced: 'wait-for-signer',
  'standby-away': 'wait-for-signer',
  'not-standing-by': 'stop',
  // A setting of the signer's or of ours, until somebody corrects it.
  'role-not-allowed': 'wait-for-signer',
  'order-limit': 'wait-for-limit',
  // Two operators are asked about this receiver and amount; their answer holds for the next question too.
  'approval-needed': 'wait-for-limit',
  'day-limit': 'wait-for-limit',
  'fee-limit': 'wait-for-limit',
  'window-not-allowed': 'ask-anew',
  'same-transaction': 'ask-anew',
  // No further question changes it: what was published is compared with what was anchored.
  'statement-changed': 'never',
  'token-not-listed': 'never',
  'destination-not-allowed': 'never',
  'cold-not-enrolled': 'never',
  'owners-not-enrolled': 'never',
  'attempt-not-proven': 'forget-and-stop',
  'attempts-exhausted': 'forget-and-stop',
  'assertion-refused': 'stop',
  'not-read-back': 'stop',
  'unknown-command': 'stop',
  malformed: 'stop',
  'order-changed': 'stop',
  // Said of texts alone.
  'message-refused': 'stop',
  'message-changed': 'stop',
  'message-limit': 'stop',
  'messages-off': 'stop',
};

/** Whether the signer names a reason by this code when it refuses. Pure. */
export const isRefusalCode = (code: string): code is SignerRefusalCode => Object.hasOwn(meanings, code);

/** Does what a refusal asks for. `attempt` is what was asked; undefined where the signer refused to say anything at all. */
export async function takeRefusal<Item extends OrderItem>(
  claim: Claim<Item>,
  { attempt, refusal }: { readonly attempt: Attempt | undefined; readonly refusal: SignerRefusal },
): Promise<void> {
  const { policy, row } = claim;
  const { message } = refusal;
  switch (meanings[refusal.code]) {
    case 'wait-for-signer':
      await postpone(claim, { waitingFor: 'signer', detail: message }, policy.pace.refusedMs);
      return;
    case 'wait-for-limit':
      await waitForLimit(claim, { attempt, wait: { waitingFor: 'signer-limit', detail: message } });
      return;
    case 'ask-anew':
      await endClaim(claim, async (tx, item) => {
        if (attempt !== undefined) await policy.forgetQuestion(tx, item, attempt);
        await setDue(tx, row, policy.pace.soonMs);
      });
      return;
    case 'never': {
      const { drop } = policy;
      if (drop === undefined) break;
      const dropped = await endClaim(claim, (tx, item) => drop(tx, item));
      if (dropped) policy.say(claim.item, { news: 'dropped', detail: message });
      return;
    }
    case 'forget-and-stop':
      break;
    case 'stop':
      await stopOrder(claim, { detail: `the signer refuses: ${message}` });
      return;
  }
  await stopOrder(claim, { detail: `the signer refuses: ${message}`, forgotten: attempt });
}

async function waitForLimit<Item extends OrderItem>(
  claim: Claim<Item>,
  { attempt, wait }: { readonly attempt: Attempt | undefined; readonly wait: Wait },
): Promise<void> {
  const { policy, row } = claim;
  let news = false;
  await endClaim(claim, async (tx, item) => {
    if (attempt !== undefined) await policy.forgetQuestion(tx, item, attempt);
    news = await setWaiting(tx, row, wait, policy.pace.refusedMs);
  });
  if (news) policy.say(claim.item, { news: 'waits', wait });
}
