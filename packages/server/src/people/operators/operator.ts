import type { OperatorId } from '@tern/base/ids';

/** What an operator may do, by the console's matrix; none includes another by itself. */
export const operatorRoles = ['viewer', 'reviewer', 'treasurer', 'administrator'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

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
