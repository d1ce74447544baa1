import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import { expect, test } from 'vitest';
import { signerActionOf } from './signer-action.ts';

test.each([
  [new SignerUnavailable('connect ECONNREFUSED 127.0.0.1:4352').message, 'fix-signer'],
  [new SignerUnavailable('not JSON: quarantined').message, 'fix-signer'],
  [new SignerRefusal('quarantined', 'own outflows have to be read back first').message, 'end-quarantine'],
  [new SignerRefusal('standby', 'it stands by').message, 'read-refusal'],
  [new SignerRefusal('fenced', 'epoch 3').message, 'read-refusal'],
  [new SignerRefusal('standby-away', 'no answer').message, 'read-refusal'],
  [null, 'fix-signer'],
] as const)('of a signer of which the worker noted %j, an operator is told: %s', (noted, action) => {
  expect(signerActionOf(noted)).toBe(action);
});
