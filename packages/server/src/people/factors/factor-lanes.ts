import { openCoalescer } from '@tern/base/coalescer';
import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem, type DomainError } from '@tern/contracts/problem';
import type { DbReader, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { openTransactionLane } from '@tern/db/transaction-lane';
import {
  factorTriesLeft,
  giveTriesBack,
  waitForTurn,
  type ReservedTry,
  type SettledTry,
  type Try,
} from '../../platform/limits/public.ts';
import { recordSecurityEvent } from '../accounts/public.ts';
import {
  admitFactors,
  reserveFactors,
  type Admission,
  type FactorAsk,
  type FactorDeps,
  type FactorTry,
} from './admit-factors.ts';
import { findStep } from './authenticator.ts';
import { isTradePassword } from './is-trade-password.ts';
import { settleFactors, type FactorRefusal, type JudgedFactors, type SettledFactors } from './settle-factors.ts';

export type Authorization = GivenFactors & { readonly personId: PersonId };

export type GivenFactors = {
  readonly tradePassword: string;
  /** Null for what the trade password alone allows: moves between own wallets. */
  readonly authenticatorCode: string | null;
  /** What the factors are given for, such as the hash of a draft; kept as evidence. */
  readonly action: string;
};

/** Factors that were right, and have not been counted yet: nothing may be done by them before `settle` let it. */
export type Proof = JudgedFactors & { readonly verdict: 'right' | 'neither' };

/**
 * A process's way to judge the factors of transfers, however many ask at once: what waits at one moment shares statements
 * and commits, and each gets its own outcome.
 *
 * Who moves money in sets of their own takes three steps. `admit` reserves the tries in the transaction that claims what is
 * confirmed, `prove` judges one, and `settle` counts them in the transaction that moves the money. A proof that was not
 * settled there is settled by `settleAlone`, whatever became of the action.
 */
export type FactorLanes = {
  /** Reserves a try for each, in the caller's transaction, and answers in their order. */
  readonly admit: (tx: DbReader, asks: readonly FactorAsk[]) => Promise<readonly (Admission | DomainError)[]>;
  /**
   * Judges the factors that were given to an admitted try. Never call it inside a database transaction. Throws
   * `FACTORS_LOCKED`, `TRADE_PASSWORD_WRONG` or `AUTHENTICATOR_CODE_WRONG`, which have been counted, or `UNAVAILABLE`, which
   * counts for nothing.
   */
  readonly prove: (admission: Admission, given: GivenFactors) => Promise<Proof>;
  /** How many tries are being judged now, most of them waiting for a hash. */
  readonly judging: () => number;
  /** Counts proofs, at most one of each person, in the caller's transaction. Null for each that may go on. */
  readonly settle: (tx: DbTx, proofs: readonly Proof[]) => Promise<readonly FactorRefusal[]>;
  /** Counts a proof by itself; a second time it changes nothing. */
  readonly settleAlone: (proof: Proof) => Promise<FactorRefusal>;
  /** The admitted try is not going to be judged: it counts for nothing. */
  readonly giveBack: (admission: Admission) => Promise<void>;
  /**
   * All of it, for what counts its factors apart from what they are given for. Returns when they are right. Never call it
   * inside a database transaction: wrong tries and the used step of the authenticator count whatever becomes of the action.
   * Five wrong ones lock for an hour, the next five for a day. Throws `TRADE_PASSWORD_NOT_SET`, `AUTHENTICATOR_NOT_BOUND`,
   * `FACTORS_LOCKED`, `TRADE_PASSWORD_WRONG`, `AUTHENTICATOR_CODE_WRONG` or `AUTHENTICATOR_CODE_USED`, in this order.
   */
  readonly authorize: (authorization: Authorization) => Promise<void>;
};

/** Most tries that share a statement: each is a few rows. */
const setMax = 128;

/** Opens the lanes. One set of them for each process; any number of processes may have their own. */
export function openFactorLanes(deps: FactorDeps): FactorLanes {
  const admissions = openTransactionLane<FactorAsk, Admission>({
    db: deps.db,
    work: (tx, asks) => admitFactors(tx, deps, asks),
    setMax,
  });
  const reservations = openTransactionLane<Try, ReservedTry>({
    db: deps.db,
    work: (tx, tries) => reserveFactors(tx, deps, tries),
    setMax,
  });
  // Apart: right ones end without the locks under which wrong ones are counted, so sets of both could wait for each other in a ring.
  const [settlements, wrongOnes] = [openSettlements(deps), openSettlements(deps)];
  const returns = openReturns(deps);

  let judging = 0;
  const prove: FactorLanes['prove'] = async (admission, given) => {
    const { try: own } = admission;
    let asked: ReservedTry | undefined = admission.reserved;
    const pausedUntil = await waitForTurn(async () => {
      const answer = asked ?? (await reservations.submit(own));
      asked = undefined;
      return answer;
    });
    if (pausedUntil !== null) throw problem('FACTORS_LOCKED', toWire({ until: pausedUntil }));
    let finding: Finding;
    try {
      judging += 1;
      finding = await judgeFactors(deps, own, given);
    } catch (error) {
      // Where even this fails, the reservation ends by itself.
      await returns.submit(own).catch(() => undefined);
      throw error;
    } finally {
      judging -= 1;
    }
    const { action } = given;
    if (typeof finding !== 'string') return { try: own, action, ...finding };
    const settled = await wrongOnes.submit({ try: own, action, verdict: 'wrong', step: null });
    throw await refuse(deps, own.personId, { ...settled, code: finding });
  };
  const settleAlone: FactorLanes['settleAlone'] = async (proof) => (await settlements.submit(proof)).refusal;
  return {
    admit: (tx, asks) => admitFactors(tx, deps, asks),
    prove,
    judging: () => judging,
    settle: async (tx, proofs) => (await settleFactors(tx, deps, proofs)).map(({ refusal }) => refusal),
    settleAlone,
    giveBack: ({ try: own }) => returns.submit(own),
    authorize: async ({ personId, ...given }) => {
      const admission = await admissions.submit({ personId, withCode: given.authenticatorCode !== null });
      const refusal = await settleAlone(await prove(admission, given));
      if (refusal !== null) throw refusal;
    },
  };
}

/** Counts what was judged, those that come at one moment in one transaction. */
function openSettlements(deps: FactorDeps) {
  return openTransactionLane<JudgedFactors, SettledFactors>({
    db: deps.db,
    work: (tx, judged) => settleFactors(tx, deps, judged),
    // The step of each sees those before it.
    keyOf: (judged) => judged.try.personId,
    setMax,
  });
}

/** Gives tries back, those that come at one moment with one statement. */
function openReturns({ db }: Pick<FactorDeps, 'db'>) {
  return openCoalescer<Try, undefined>({
    together: async (tries) => {
      await giveTriesBack(
        db.kysely,
        tries.map(({ id }) => id),
      );
      return tries.map(() => undefined);
    },
    isHarmless: () => true,
    weightOf: () => 1,
    weightMax: setMax,
  });
}

type WrongFactor = 'TRADE_PASSWORD_WRONG' | 'AUTHENTICATOR_CODE_WRONG';

/** What is right, or what is wrong about it. */
type Finding = Pick<Proof, 'verdict' | 'step'> | WrongFactor;

async function judgeFactors(
  deps: FactorDeps,
  { personId, hash, authenticator }: FactorTry,
  { tradePassword, authenticatorCode }: GivenFactors,
): Promise<Finding> {
  if (!(await isTradePassword(deps, personId, { hash, tradePassword }))) return 'TRADE_PASSWORD_WRONG';
  // The trade password alone forgives no wrong codes: else it would buy their guesser new tries for ever.
  if (authenticatorCode === null) return { verdict: authenticator === null ? 'right' : 'neither', step: null };
  if (authenticator === null) throw problem('AUTHENTICATOR_NOT_BOUND');
  const secret = deps.keys.factorBox.open(authenticator.secretSealed, personId);
  const step = await findStep(secret, authenticatorCode, deps.clock.nowMs());
  return step === undefined ? 'AUTHENTICATOR_CODE_WRONG' : { verdict: 'right', step };
}

async function refuse(
  deps: FactorDeps,
  personId: PersonId,
  { code, failures, pausedUntil }: SettledTry & { readonly code: WrongFactor },
): Promise<DomainError> {
  if (pausedUntil === null) return problem(code, { triesLeft: factorTriesLeft(failures) });
  const now = deps.clock.now();
  const until = toWire(pausedUntil);
  await transact(deps.db, (tx) =>
    recordSecurityEvent(tx, deps, {
      personId,
      kind: 'factors-locked',
      now,
      notice: { template: 'notice-factors-locked', values: toWire({ at: now, until }) },
    }),
  );
  return problem('FACTORS_LOCKED', { until });
}
