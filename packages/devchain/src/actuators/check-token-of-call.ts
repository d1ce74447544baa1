import { invalidContract } from '../chain/refusal.ts';

/** Numbers of TRC-10 tokens begin above this one. */
const tokenIdMin = 1_000_000n;

/** Refuses TRC-10 tokens that come with a call in a node's words, and those that a node would take in our own. */
export function checkTokenOfCall(message: { readonly call_token_value: bigint; readonly token_id: bigint }): void {
  const { call_token_value: value, token_id: id } = message;
  if (value < 0n) throw invalidContract('tokenValue must be >= 0');
  if (id <= tokenIdMin && id !== 0n) throw invalidContract(`tokenId must be > ${tokenIdMin}`);
  if (value > 0n && id === 0n) throw invalidContract(`invalid arguments with tokenValue = ${value}, tokenId = ${id}`);
  if (value > 0n) throw invalidContract('contracts of this chain cannot be sent TRC-10 tokens');
}
