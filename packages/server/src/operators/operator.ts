import { hash } from '@node-rs/argon2';
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

/** Why an operator's command was refused. */
export type OperatorFault = 'unknown-or-wrong-secret' | 'paused';

export class OperatorRefusal extends Error {
  override name = 'OperatorRefusal';
  readonly fault: OperatorFault;

  constructor(fault: OperatorFault) {
    super(fault);
    this.fault = fault;
  }
}

export const operatorNamePattern = /^[a-z][a-z0-9._-]{1,31}$/;

/** This many wrong secrets in a row pause the name. */
export const failuresMax = 5;
export const pauseMinutes = 15;

/** Same cost as the people's passwords: argon2id, 19 MiB, two passes. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** PHC text of argon2id, which alone is kept of a secret. */
export function hashOperatorSecret(secret: string): Promise<string> {
  return hash(secret, hashOptions);
}
