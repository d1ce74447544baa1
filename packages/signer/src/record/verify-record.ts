import type { Config } from '@tern/config/config';
import { parseAddress } from '@tern/tron/address';
import { SignerRefusal } from '@tern/tron/signer-fault';
import { challengeOf, votersOf, type PolicyStatement } from '../approvals.ts';
import {
  approvalsNeeded,
  countOperators,
  emptyPolicy,
  readPolicy,
  type OperatorKey,
  type PolicyDocument,
} from '../policy-document.ts';
import { verifyAssertion } from '../verify-assertion.ts';
import type { PolicyRecord, RecordStep } from './record.ts';
import { isWitnessName, witnessesMax } from './witness-name.ts';

export type VerifiedStep = {
  readonly version: number;
  readonly at: string;
  readonly document: PolicyDocument;
  /** Who signed it; nobody where the machine alone decided. */
  readonly signedBy: readonly string[];
  readonly network?: string;
  readonly witnesses: readonly string[];
};

export type VerifiedRecord = { readonly signer: string; readonly steps: readonly VerifiedStep[] };

/**
 * Verifies a record from its text alone: every version follows the one before, says what was signed, and was signed by
 * those who could decide then. Times are the signer's own word.
 * @throws Error with a sentence that names what is wrong
 */
export function verifyRecord(text: string): VerifiedRecord {
  const record = JSON.parse(text) as PolicyRecord;
  if (record.format !== 'signer record 1' || !Array.isArray(record.steps) || record.steps.length === 0)
    throw new Error('This is no record of a signer.');
  if ('fault' in parseAddress(String(record.signer))) throw new Error('The signer of this record is no address.');
  const counts = new Map<string, number>();
  let current = emptyPolicy;
  const steps = record.steps.map((step, at): VerifiedStep => {
    if (step.version !== at + 1) throw new Error(`Version ${at + 1} is missing.`);
    const document = readPolicy(step.policy);
    if (!isMoment(step.at)) throw new Error(`Version ${step.version}: its time is unreadable.`);
    const verified = verifyStep(step, { document, current, signer: record.signer, counts });
    current = document;
    return { version: step.version, at: step.at, document, ...verified };
  });
  return { signer: record.signer, steps };
}

const networkNames: ReadonlySet<unknown> = new Set<Config['tronNetwork']>(['local', 'private', 'nile', 'mainnet']);

type Before = {
  readonly document: PolicyDocument;
  readonly current: PolicyDocument;
  readonly signer: string;
  /** The counter that each credential has shown. */
  readonly counts: Map<string, number>;
};

function verifyStep(
  { version, statement, policy, approvals }: RecordStep,
  { document, current, signer, counts }: Before,
): Pick<VerifiedStep, 'signedBy' | 'witnesses' | 'network'> {
  const wrong = (what: string): Error => new Error(`Version ${version}: ${what}`);
  if (statement === undefined) {
    if (countOperators(current.operators) < approvalsNeeded) return { signedBy: [], witnesses: [] };
    throw wrong('nobody signed it, although two operators were enrolled.');
  }
  const said = JSON.parse(statement) as PolicyStatement & { readonly kind: string; readonly signer: string };
  if (said.kind !== 'policy' || said.signer !== signer || said.version !== version || said.policy !== policy)
    throw wrong('what was signed is something else.');
  const { operators, needed } = votersOf(current, document);
  const challenge = challengeOf(statement);
  const signedBy = approvals.map(({ operator, assertion }) => {
    const key: OperatorKey | undefined = operators.find(({ credentialId }) => credentialId === assertion.credentialId);
    if (key === undefined || key.operator !== operator) throw wrong(`${operator} could not decide then.`);
    try {
      const lastCount = counts.get(key.credentialId) ?? 0;
      counts.set(key.credentialId, verifyAssertion(assertion, { key, challenge, lastCount }));
    } catch (error) {
      throw wrong(
        `the signature of ${operator} does not fit (${error instanceof SignerRefusal ? error.detail : 'unreadable'}).`,
      );
    }
    return operator;
  });
  const { size } = new Set(signedBy);
  if (size < needed) throw wrong(`${size} of ${needed} operators signed it.`);
  const { witnesses = [], network } = said;
  // Signed or not, it is shown to people, perhaps at a terminal.
  if (!Array.isArray(witnesses) || witnesses.length > witnessesMax || !witnesses.every(isWitnessName))
    throw wrong('the names of the witnesses are unreadable.');
  if (network !== undefined && !networkNames.has(network)) throw wrong('it names a network that there is not.');
  return { signedBy, witnesses, ...(network === undefined ? {} : { network }) };
}

function isMoment(text: unknown): boolean {
  return typeof text === 'string' && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
}
