/** Codes a broadcast is refused with, as `protocol.Return` names them. */
export type RefusalCode =
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'CONTRACT_EXE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TOO_BIG_TRANSACTION_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'SERVER_BUSY'
  | 'NO_CONNECTION'
  | 'NOT_ENOUGH_EFFECTIVE_CONNECTION'
  | 'BLOCK_UNSOLIDIFIED'
  | 'OTHER_ERROR';

/** The text a node sends with a code it gives for no particular reason. */
export const refusalTexts: Readonly<Record<RefusalCode, string>> = {
  SIGERROR: 'Validate signature error: miss sig or contract',
  CONTRACT_VALIDATE_ERROR: 'Contract validate error : contract is not valid',
  CONTRACT_EXE_ERROR: 'Contract execute error : contract failed',
  BANDWITH_ERROR: 'Account resource insufficient error.',
  DUP_TRANSACTION_ERROR: 'Dup transaction.',
  TAPOS_ERROR: 'Tapos check error.',
  TOO_BIG_TRANSACTION_ERROR: 'Transaction size is too big.',
  TRANSACTION_EXPIRATION_ERROR: 'Transaction expired',
  SERVER_BUSY: 'Server busy.',
  NO_CONNECTION: 'No connection.',
  NOT_ENOUGH_EFFECTIVE_CONNECTION: 'P2P broadcast failed.',
  BLOCK_UNSOLIDIFIED: 'Block unsolidified.',
  OTHER_ERROR: 'Error: unexpected',
};

export const refusalCodes = Object.keys(refusalTexts) as RefusalCode[];

/** The chain does not take this transaction: the node's code, and the text it sends with it. */
export class BroadcastRefusal extends Error {
  override name = 'BroadcastRefusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, text: string = refusalTexts[code]) {
    super(text);
    this.code = code;
  }
}

/**
 * Makes the refusal of a transaction whose contract breaks its own rules: code `CONTRACT_VALIDATE_ERROR`, with the text
 * in the words of a real node's actuator. It is returned, not thrown.
 *
 * @example
 * const refusal = invalidContract('Amount must be greater than 0.');
 * refusal.code; // → 'CONTRACT_VALIDATE_ERROR'
 * refusal.message; // → 'Contract validate error : Amount must be greater than 0.'
 */
export function invalidContract(reason: string): BroadcastRefusal {
  return new BroadcastRefusal('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${reason}`);
}
