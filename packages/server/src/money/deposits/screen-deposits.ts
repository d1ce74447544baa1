import { assert } from '@tern/base/assert';
import type { DepositId, RecordId } from '@tern/base/ids';
import type { CaseEvidence } from '@tern/contracts/refused-addresses';
import type { DbTx } from '@tern/db/database';
import { openCustomerAccounts } from '@tern/ledger/account';
import { LedgerError } from '@tern/ledger/error';
import { holdFundsEach } from '@tern/ledger/hold';
import type { Units } from '@tern/money/units';
import {
  askUnder,
  insertDepositCases,
  insertDepositChecks,
  listListings,
  readRule,
  versionOf,
  type AskService,
  type RuleVersion,
} from '../../people/screening/public.ts';
import type { WalletOwner } from '../../people/wallets/public.ts';
import { inflowKey, type ChainInflow } from './deposit.ts';
import { dustJudge, type DustRules } from './judge-dust.ts';

/** Dust is neither compared nor asked about. */
export type ScreenDepositsDeps = DustRules & {
  /** The outside service; absent where the settings name none. */
  readonly screening?: AskService | undefined;
};

/** Why what credits a person is held. */
type WhyHeld = {
  /** None: only until the service has answered. */
  readonly evidence: readonly CaseEvidence[];
  /** USDT base units; null without a price. */
  readonly usdtValue: Units | null;
  readonly ruleVersion: RuleVersion;
};

/** By `inflowKey`. */
export type HeldInflows = ReadonlyMap<string, WhyHeld>;

/**
 * Which of these are held once they are credited: their sender is on a list, or the service is to be asked about it by the
 * rule in force. One look at the rule and one at the lists, whatever their number, and none at the network.
 */
export async function screenInflows(
  tx: DbTx,
  deps: ScreenDepositsDeps,
  inflows: readonly ChainInflow[],
): Promise<HeldInflows> {
  if (inflows.length === 0) return new Map();
  const rule = await readRule(tx);
  const isAsked = askUnder(rule, 'deposits', deps.screening) !== undefined;
  const listed = await listListings(tx, [...new Set(inflows.map(({ from }) => from))]);
  if (listed.size === 0 && !isAsked) return new Map();
  const judge = dustJudge(tx, deps);
  const held = new Map<string, WhyHeld>();
  for (const inflow of inflows) {
    const evidence = listed.get(inflow.from);
    if (evidence === undefined && !isAsked) continue;
    const { usdtValue, isDust } = await judge(inflow);
    if (!isDust) held.set(inflowKey(inflow), { evidence: evidence ?? [], usdtValue, ruleVersion: versionOf(rule) });
  }
  return held;
}

/** A deposit that was credited in this transaction. */
export type CreditedDeposit = {
  readonly depositId: DepositId;
  readonly recordId: RecordId;
  readonly inflow: ChainInflow;
  readonly wallet: WalletOwner;
};

/** Holds exactly what these deposits brought, in the transaction that credits them. */
export async function holdDeposits(tx: DbTx, held: HeldInflows, credited: readonly CreditedDeposit[]): Promise<void> {
  const deposits = credited.filter(({ inflow }) => held.has(inflowKey(inflow)));
  if (deposits.length === 0) return;
  const accounts = await openCustomerAccounts(
    tx,
    deposits.map(({ inflow, wallet }) => {
      return { personId: wallet.personId, walletId: wallet.id, asset: inflow.assetId };
    }),
  );
  const holds = await holdFundsEach(
    tx,
    deposits.map(({ depositId, inflow }, at) => {
      const account = accounts[at];
      assert(account !== undefined, 'every deposit has an account');
      return {
        key: `deposit-hold:${depositId}`,
        ...({ kind: 'deposit-hold', code: 'deposit' } as const),
        ...{ account, amount: inflow.amount, asset: inflow.assetId, details: { depositId } },
      };
    }),
  );
  const rows = deposits.map(({ depositId, recordId, inflow }, at) => {
    const hold = holds[at];
    if (hold instanceof LedgerError) throw hold;
    assert(hold !== undefined, 'every hold was answered');
    const why = held.get(inflowKey(inflow));
    assert(why !== undefined, 'only what is held is here');
    return { depositId, recordId, pendingId: hold.pendingId, ...why };
  });
  await insertDepositChecks(
    tx,
    rows.filter(({ evidence }) => evidence.length === 0),
  );
  await insertDepositCases(
    tx,
    rows.filter(({ evidence }) => evidence.length > 0),
  );
}
