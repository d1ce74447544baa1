import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { DraftView, VerdictView } from '@tern/contracts/routes/transfers';
import type { ReceiverClass } from '../../chain/addresses/public.ts';
import type { SendingDeps } from './deps.ts';
import { openDraftLanes, type DraftLanes } from './draft-lanes.ts';
import { renderSentTo } from './draft.ts';
import { examineReceiver, readTypedFacts, type TypedReceiver } from './examine-receiver.ts';
import { findRuleRefusal } from './find-rule-refusal.ts';
import { quoteFee } from './quote-fee.ts';

export type AddressReport = {
  /** As typed for a person who was found. */
  readonly address: string;
  readonly sentTo: DraftView['sentTo'];
  readonly settlement: 'chain' | 'internal';
  readonly receiverClass: ReceiverClass;
  readonly verdicts: VerdictView[];
  /** What the sender's own rules have against it. */
  readonly ownRule: { readonly code: 'ADDRESS_NOT_LISTED' | 'ADDRESS_WAITING'; readonly until: string | null } | null;
  readonly fee: string | null;
};

/**
 * What is known about a receiver while it is typed, and the fee. Throws `ADDRESS_REQUIRED`, `ADDRESS_INVALID`,
 * `EMAIL_INVALID`, `RECEIVER_NOT_FOUND`, `NOT_FOUND`, `TOO_MANY_REQUESTS`.
 */
export async function checkAddress(
  deps: SendingDeps,
  input: TypedReceiver,
  lanes: DraftLanes = openDraftLanes(deps),
): Promise<AddressReport> {
  const { readFacts } = lanes;
  const facts = await readTypedFacts(readFacts, input);
  if (facts.payer === undefined) throw problem('NOT_FOUND');
  const examination = await examineReceiver({ ...deps, readFacts }, facts, input);
  const { address, sentTo, known } = examination;
  const { settlement, receiverClass, ownMove, verdicts } = examination.screening;
  const refused = verdicts.some(({ severity }) => severity === 'refusal');
  const ruled = ownMove ? undefined : findRuleRefusal(known, { byContact: sentTo !== null });
  const fee = refused ? undefined : await quoteFee(deps, { ...examination, assetId: input.assetId });
  return toWire({
    address: sentTo === null ? address : input.to.trim(),
    sentTo: renderSentTo(sentTo),
    settlement,
    receiverClass,
    verdicts: [...verdicts],
    ownRule: ruled === undefined ? null : { code: ruled.code, until: ruled.data?.until ?? null },
    fee: fee ?? null,
  });
}
