import type { Clock } from '@tern/base/clock';
import type { AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import type { Units } from '@tern/money/units';
import { getAddress } from '@tern/tron/address';
import { requestPolicyApproval } from './approvals.ts';
import { assetDecimals } from './asset-decimals.ts';
import { facts } from './facts.ts';
import type { SignerStore } from './open-store.ts';
import {
  approvalsNeeded,
  checkOperatorKey,
  countOperators,
  readMessageLimits,
  readOwners,
  readReceiver,
  type OperatorKey,
  type PolicyDocument,
} from './policy-document.ts';
import { requireColdElsewhere } from './require-cold-elsewhere.ts';

export type PolicyChange = (policy: PolicyDocument) => PolicyDocument;

/**
 * Changes the policy. Until two operators are enrolled, whoever has the signer's machine decides and it is in force at
 * once; from then on two operators do, and this only puts it before them.
 */
export function changePolicy(
  { clock, store }: { readonly clock: Clock; readonly store: SignerStore },
  change: PolicyChange,
): 'in force' | 'waits for two operators' {
  const { version, document } = store.getPolicy();
  const next = change(document);
  requireColdElsewhere(store, next);
  if (countOperators(document.operators) < approvalsNeeded) {
    store.putPolicy({ version: version + 1, document: next, atMs: clock.nowMs(), reason: 'enrolment' });
    return 'in force';
  }
  const hotAddress = store.findFact(facts.hotAddress);
  if (hotAddress === undefined) throw new Error('Start the signer once before the policy is changed again.');
  requestPolicyApproval({ clock, store, hotAddress: getAddress(hotAddress) }, next);
  return 'waits for two operators';
}

/** Limits of one asset in whole coins. @throws Error with a sentence */
export function setLimit(assetId: AssetId, perOrder: string, perDay: string): PolicyChange {
  const limits = { perOrder: readAmount(assetId, perOrder), perDay: readAmount(assetId, perDay) };
  if (limits.perOrder > limits.perDay)
    throw new Error('The limit for one order cannot be higher than the limit for a day.');
  return (policy) => ({ ...policy, limits: { ...policy.limits, [assetId]: limits } });
}

export function setFeeLimit(text: string): PolicyChange {
  const feeLimitMaxSun = readAmount('trx', text);
  return (policy) => ({ ...policy, feeLimitMaxSun });
}

export function setCold(text: string): PolicyChange {
  const coldAddress = readReceiver(text);
  return (policy) => ({ ...policy, coldAddress });
}

/** So many of these keys together own the house's accounts once they are restricted. */
export function setOwners(threshold: string, addresses: readonly string[]): PolicyChange {
  const owners = readOwners({ addresses, threshold: /^[1-5]$/.test(threshold) ? Number(threshold) : 0 });
  return (policy) => ({ ...policy, owners });
}

/** So many texts are signed in 24 hours; `off` for none. @throws Error with a sentence */
export function setMessages(perAddress: string, perDay: string): PolicyChange {
  if (perAddress === 'off') return ({ messages: _messages, ...policy }) => policy;
  const readCount = (text: string): number => (/^\d{1,7}$/.test(text) ? Number(text) : 0);
  const messages = readMessageLimits({ perAddress: readCount(perAddress), perDay: readCount(perDay) });
  return (policy) => ({ ...policy, messages });
}

/** `off` for a signer that signs although its standby does not answer. @throws Error with a sentence */
export function setStandby(text: string): PolicyChange {
  if (text !== 'off' && text !== 'required') throw new Error('Say required or off.');
  return ({ withoutStandby: _withoutStandby, ...policy }) =>
    text === 'off' ? { ...policy, withoutStandby: true } : policy;
}

/** `json` is the credential as an operator hands it in. @throws Error with a sentence */
export function addOperator(operator: string, json: string): PolicyChange {
  const given = JSON.parse(json) as OperatorKey;
  const { credentialId, algorithm, publicKey, rpId, origin } = given;
  return enrolOperator({ operator, credentialId, algorithm, publicKey, rpId, origin });
}

/** @throws Error with a sentence */
export function enrolOperator(given: OperatorKey): PolicyChange {
  const key = checkOperatorKey(given);
  const { credentialId, publicKey } = key;
  return (policy) => {
    if (policy.operators.some((other) => other.credentialId === credentialId || other.publicKey === publicKey))
      throw new Error('This credential is enrolled already.');
    return { ...policy, operators: [...policy.operators, key] };
  };
}

/** Takes all credentials of one operator away. Two operators always remain, or nothing could be decided any more. */
export function removeOperator(operator: string): PolicyChange {
  return (policy) => {
    const operators = policy.operators.filter((key) => key.operator !== operator);
    if (operators.length === policy.operators.length) throw new Error(`${operator} is not enrolled.`);
    if (countOperators(policy.operators) >= approvalsNeeded && countOperators(operators) < approvalsNeeded)
      throw new Error('Two operators have to remain: enrol another one first.');
    return { ...policy, operators };
  };
}

function readAmount(assetId: AssetId, text: string): Units {
  const parsed = parseAmount(text, assetDecimals[assetId]);
  if ('fault' in parsed) throw new Error(`${text} is not an amount of ${assetId} in whole coins`);
  return parsed.units;
}
