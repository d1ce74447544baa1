import type { AccountCell, Cell, CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

const prefix = 'account/';
const key = (addressHex: string): string => `${prefix}${addressHex}`;

/** The account, or `undefined` when it was never activated. */
export function findAccount(state: CellReader, addressHex: string): AccountCell | undefined {
  return state.get(key(addressHex)) as AccountCell | undefined;
}

export function putAccount(state: Workspace, addressHex: string, account: AccountCell | undefined): void {
  state.set(key(addressHex), account);
}

/** A new account of zero balance. */
export function createAccount(
  state: Workspace,
  addressHex: string,
  type: AccountCell['type'],
  nowMs: number,
): AccountCell {
  const account: AccountCell = {
    balance: 0n,
    type,
    createTimeMs: nowMs,
    latestOperationTimeMs: 0,
    freeNetUsed: 0,
    freeNetTimeMs: 0,
  };
  putAccount(state, addressHex, account);
  return account;
}

/** Adds `amountSun` (may be negative) to an existing account. Throws when the balance would go below zero. */
export function addBalance(state: Workspace, addressHex: string, amountSun: bigint): void {
  const account = findAccount(state, addressHex);
  if (account === undefined) throw new Error(`no account ${addressHex}`);
  const balance = account.balance + amountSun;
  if (balance < 0n) throw new Error(`balance of ${addressHex} below zero`);
  putAccount(state, addressHex, { ...account, balance });
}

/** One change of an account's balance, in SUN. */
export type BalanceChange = { readonly addressHex: string; readonly changeSun: bigint; readonly balanceSun: bigint };

/** Every change of a balance in this workspace, in order; an account that is gone has 0. */
export function balanceChanges(state: Workspace): BalanceChange[] {
  return state
    .replacements()
    .filter(({ key: cellKey }) => cellKey.startsWith(prefix))
    .map(({ key: cellKey, before, after }) => {
      const balanceSun = balanceOf(after);
      return { addressHex: cellKey.slice(prefix.length), changeSun: balanceSun - balanceOf(before), balanceSun };
    })
    .filter(({ changeSun }) => changeSun !== 0n);
}

function balanceOf(cell: Cell | undefined): bigint {
  return (cell as AccountCell | undefined)?.balance ?? 0n;
}
