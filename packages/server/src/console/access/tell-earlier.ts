import type { OperatorId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { EarlierDecision } from '@tern/contracts/decision';

/** What one operator has said about something. */
export type OperatorWord = {
  readonly operatorId: OperatorId;
  readonly decision: string;
  /** Null where none was asked for. */
  readonly reason: string | null;
  readonly at: Date;
};

/** What operators have said before, for the next one to read and to sign. */
export function tellEarlier(words: readonly OperatorWord[], nameOf: (id: string) => string): EarlierDecision[] {
  return toWire(
    words.map(({ operatorId, decision, reason, at }) => ({
      operator: nameOf(operatorId),
      at,
      decision,
      said: reason ?? ({ none: 'not-asked' } as const),
    })),
  );
}
