import type { AccountCell, CellReader } from './cells.ts';
import type { Workspace } from './workspace.ts';

const key = (addressHex: string): string => `account/${addressHex}`;

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
