import type { EVM, Message } from '@ethereumjs/evm';
import { fromInner } from '../crypto/address.ts';
import { concat, toHex, uintBytes } from '../crypto/bytes.ts';
import { keccak256 } from '../crypto/hash.ts';

/** A call, creation or destruction inside a contract's run. Addresses as 41-hex, value in SUN. */
export type InternalTransaction = {
  readonly hash: string;
  readonly caller: string;
  readonly to: string;
  readonly valueSun: bigint;
  readonly note: 'call' | 'create' | 'suicide';
  readonly rejected: boolean;
};

type Mutable = { -readonly [Key in keyof InternalTransaction]: InternalTransaction[Key] };

export type InternalRecorder = {
  /** Next number for the address of a nested creation. */
  readonly nextNonce: () => number;
  readonly destroyed: (caller: Uint8Array, beneficiary: Uint8Array, valueSun: bigint) => void;
  readonly begin: (txId: Uint8Array) => void;
  readonly end: (failed: boolean) => readonly InternalTransaction[];
};

const hexOf = (inner: Uint8Array): string => toHex(fromInner(inner));

/** Records what happens below the top call. What runs inside a failed call is marked rejected, as its effects are undone. */
export function recordInternalTransactions(evm: EVM): InternalRecorder {
  let txId: Uint8Array = new Uint8Array(32);
  let recorded: Mutable[] = [];
  // Where each open call's own entries start; the top call starts at 0.
  let open: number[] = [];

  const add = (caller: Uint8Array, to: Uint8Array | undefined, valueSun: bigint, note: Mutable['note']): void => {
    const hash = toHex(keccak256(concat(txId, uintBytes(BigInt(recorded.length), 8))));
    recorded.push({
      hash,
      caller: hexOf(caller),
      to: to === undefined ? '' : hexOf(to),
      valueSun,
      note,
      rejected: false,
    });
  };

  evm.events.on('beforeMessage', (message: Message) => {
    open.push(recorded.length);
    if (message.depth === 0 || isPrecompile(evm, message)) return;
    const valueSun = message.delegatecall ? 0n : message.value;
    add(message.caller.bytes, message.to?.bytes, valueSun, message.to === undefined ? 'create' : 'call');
  });
  evm.events.on('newContract', ({ address }) => {
    const entry = recorded[open.at(-1) ?? 0];
    if (entry?.note === 'create' && entry.to === '') entry.to = hexOf(address.bytes);
  });
  evm.events.on('afterMessage', (result) => {
    const start = open.pop() ?? 0;
    if (result.execResult.exceptionError === undefined) return;
    for (const entry of recorded.slice(start)) entry.rejected = true;
  });

  return {
    nextNonce: () => Math.max(recorded.length - 1, 0),
    destroyed: (caller, beneficiary, valueSun) => add(caller, beneficiary, valueSun, 'suicide'),
    begin: (id) => {
      txId = id;
      recorded = [];
      open = [];
    },
    end: (failed) => (failed ? recorded.map((entry) => ({ ...entry, rejected: true })) : recorded),
  };
}

function isPrecompile(evm: EVM, message: Message): boolean {
  return message.to !== undefined && evm.getPrecompile(message.codeAddress) !== undefined;
}
