import type { OperatorId } from '@tern/base/ids';
import type { OperatorActionKind } from '@tern/contracts/operator-action';
import type { JsonValue } from '@tern/db/schema';

export type { OperatorActionKind };

/** A row of the log. `hash` covers it and, by way of the row before, everything before it. */
export type OperatorAction = {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Null where a command of the console's machine did it, before anybody had signed in. */
  readonly operatorId: OperatorId | null;
  readonly operatorName: string | null;
  readonly kind: OperatorActionKind;
  readonly subject: string;
  readonly details: { readonly [name: string]: JsonValue };
  readonly at: Date;
  /** Hex. */
  readonly hash: string;
};
