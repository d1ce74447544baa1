import type { OperatorId } from '@tern/base/ids';
import type { OperatorRole } from '@tern/contracts/routes/console-access';

export type Operator = {
  readonly id: OperatorId;
  readonly name: string;
  readonly role: OperatorRole;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  /** Before then decisions of theirs about money are refused: they came in by break-glass. */
  readonly decidesMoneyFrom: Date | null;
};

export const operatorNamePattern = /^[a-z][a-z0-9._-]{1,31}$/;
