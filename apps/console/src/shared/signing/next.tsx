import { Trans, useLingui } from '@lingui/react/macro';
import type { DecisionStatement } from '@tern/contracts/decision';

const proposals: ReadonlySet<string> = new Set(['changes.propose', 'house.propose', 'operators.propose']);
const refusals: ReadonlySet<string> = new Set(['reject', 'refuse', 'reject-cold']);

/** What a signature brings about, by what is known of the decision; it is no part of what is signed. */
export function WhatHappensNext({ statement }: { statement: DecisionStatement }) {
  const next = useNext(statement);
  return (
    <section className="signing-next">
      <h3>
        <Trans>What happens next</Trans>
      </h3>
      <ol>
        <li>
          <Trans>Your passkey signs what stands here, and nothing else.</Trans>
        </li>
        <li>{next}</li>
      </ol>
    </section>
  );
}

function useNext({ action, content, facts: { earlier } }: DecisionStatement): string {
  const { t } = useLingui();
  const choice = content['step'] ?? content['decision'];
  if (proposals.has(action)) return t`Nothing changes yet. Another operator has to approve it.`;
  if (choice === 'withdraw') return t`It ends without any effect.`;
  if (action === 'reviews.decide' && choice === 'reject')
    return t`It ends at once. The amount and the fee return to the sender.`;
  if (typeof choice === 'string' && refusals.has(choice)) return t`Nothing is carried out by this signature.`;
  if (action === 'reviews.decide')
    return t`With the last approval that it needs, it is settled at once and cannot be taken back. Until then it waits for another operator.`;
  if ('none' in earlier) return t`Your signature is enough. It is carried out at once.`;
  return earlier.length === 0
    ? t`Where it needs two operators, it waits for another one. Otherwise it is carried out at once.`
    : t`With the last signature that it needs, it is carried out at once.`;
}
