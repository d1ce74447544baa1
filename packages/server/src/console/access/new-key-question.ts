import type { OperatorId } from '@tern/base/ids';
import type { NewKeyQuestionView } from '@tern/contracts/routes/console-access';
import type { ConsoleSettings } from './console-settings.ts';
import { passkeyAlgorithms, relyingParty } from './passkey-answer.ts';

/** What a browser needs to have an operator's passkey made; bytes as base64url. */
export function newKeyQuestion(
  settings: ConsoleSettings,
  asked: {
    readonly ceremonyId: string;
    readonly challenge: Buffer;
    readonly operatorId: OperatorId;
    /** Credentials of all operators: none of them is made a second time. */
    readonly known: readonly string[];
  },
): NewKeyQuestionView {
  const { id, name } = relyingParty(settings);
  return {
    ceremonyId: asked.ceremonyId,
    challenge: asked.challenge.toString('base64url'),
    relyingParty: { id, name },
    userId: Buffer.from(asked.operatorId.replaceAll('-', ''), 'hex').toString('base64url'),
    algorithms: [...passkeyAlgorithms],
    known: [...asked.known],
    timeoutMs: settings.ceremonyMs,
  };
}
