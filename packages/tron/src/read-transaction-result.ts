import type { TransactionResult } from './block-facts.ts';
import { contractFailures } from './contract-failures.ts';

const failures: ReadonlySet<string> = new Set(contractFailures);

export type ResultWords = {
  readonly contractType: string;
  /** `ret[0].contractRet` of the transaction; empty where absent. */
  readonly contractRet: string;
  /** `receipt.result`; absent (empty) means DEFAULT, the value of everything that ran no contract. */
  readonly receiptResult: string;
  /** `result` of the receipt: absent on success, `FAILED` otherwise. */
  readonly infoResult: string;
};

/** Joins the three places where Tron says how a transaction ended. Calls of contracts need SUCCESS twice. */
export function readTransactionResult(words: ResultWords): TransactionResult {
  const { contractType, contractRet, receiptResult, infoResult } = words;
  const runsCode = contractType === 'TriggerSmartContract' || contractType === 'CreateSmartContract';
  if (failures.has(contractRet) && (receiptResult === contractRet || !runsCode)) return 'failed';
  if (contractRet !== 'SUCCESS' || infoResult !== '') return 'unknown';
  if (runsCode) return receiptResult === 'SUCCESS' ? 'success' : 'unknown';
  return ['', 'DEFAULT', 'SUCCESS'].includes(receiptResult) ? 'success' : 'unknown';
}
