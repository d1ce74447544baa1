import { toWire } from '@tern/base/to-wire';
import type { EvidenceView, ReviewCaseView } from '@tern/contracts/routes/console-reviews';
import type { Units } from '@tern/money/units';

/** What is known about a send under review, as the tables say it. */
export type CaseFacts = {
  /** Entries of the sending wallet's account in the asset, and whether they add up to its balance. */
  readonly entriesIn: number;
  readonly entriesOut: number;
  readonly addsUp: boolean;
  /** When both factors were given for exactly this draft; null where the log has no such moment. */
  readonly factorsAt: Date | null;
  readonly completed: number;
  readonly completedToAddress: number;
  readonly completedToAddressByAnyone: number;
  /** Median of the person's completed transfers but those of the last 24 hours, in USDT base units; null without any. */
  readonly usualUsdt: Units | null;
  readonly newDeviceAt: Date | null;
  readonly factorChangedAt: Date | null;
  /** When the account was opened, if that was shortly before the send; null for an older one. */
  readonly youngSince: Date | null;
  readonly holdUntil: Date | null;
  /** When most of the money came from a sender this person had got nothing from before; null where it did not. */
  readonly strangersMoneyAt: Date | null;
};

/** From this many times the usual amount on a send is unusual. */
const unusualTimes = 3n;

/** The facts for and against a send, what speaks for it first. Pure. */
export function judgeEvidence(
  facts: CaseFacts,
  send: { readonly usdtValue: Units; readonly cause: ReviewCaseView['cause'] },
): EvidenceView[] {
  const found = [
    facts.addsUp && good('balance-explained', { incoming: facts.entriesIn, outgoing: facts.entriesOut }),
    facts.factorsAt !== null && good('factors', toWire({ at: facts.factorsAt })),
    facts.completedToAddress > 1 && good('receiver-known', { times: facts.completedToAddress }),
    // Every device of a young account is a new one, whether or not its log says so.
    facts.newDeviceAt === null && facts.youngSince === null && good('known-device', {}),
    ...judgeAmount(facts, send.usdtValue),
    facts.youngSince !== null && warning('young-account', toWire({ at: facts.youngSince })),
    // One earlier send may be the thief's own trial: it does not make a receiver known.
    facts.completedToAddress === 1 && warning('receiver-known', { times: 1 }),
    facts.completedToAddress === 0 &&
      facts.completedToAddressByAnyone > 0 &&
      warning('receiver-first-time', { times: facts.completedToAddressByAnyone }),
    facts.completedToAddressByAnyone === 0 && warning('receiver-first-by-anyone', {}),
    facts.newDeviceAt !== null && warning('new-device', toWire({ at: facts.newDeviceAt })),
    facts.factorChangedAt !== null && warning('factor-changed', toWire({ at: facts.factorChangedAt })),
    facts.strangersMoneyAt !== null && warning('sender-seen-once', toWire({ at: facts.strangersMoneyAt })),
    facts.holdUntil !== null && warning('hold', toWire({ until: facts.holdUntil })),
    send.cause === 'day-total' && warning('day-total', {}),
  ].filter((each) => each !== false);
  return [...found.filter(({ tone }) => tone === 'good'), ...found.filter(({ tone }) => tone === 'warning')];
}

function judgeAmount({ usualUsdt, completed }: CaseFacts, usdtValue: Units): EvidenceView[] {
  if (usualUsdt === null) return [warning(completed === 0 ? 'first-send' : 'no-usual-amount', {})];
  const usual = toWire({ usual: usualUsdt });
  const times = usualUsdt === 0n ? usdtValue : usdtValue / usualUsdt;
  return times < unusualTimes
    ? [good('usual-amount', usual)]
    : [warning('unusual-amount', { ...usual, times: times > 1_000n ? 1_000 : Number(times) })];
}

function good(about: EvidenceView['about'], facts: EvidenceView['facts']): EvidenceView {
  return { about, tone: 'good', facts };
}

function warning(about: EvidenceView['about'], facts: EvidenceView['facts']): EvidenceView {
  return { about, tone: 'warning', facts };
}
