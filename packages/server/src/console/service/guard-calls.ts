import { ORPCError } from '@orpc/server';
import type { Clock } from '@tern/base/clock';
import { DomainError, problem } from '@tern/contracts/problem';
import type { ServiceScope } from '@tern/contracts/service-key';
import type { Database } from '@tern/db/database';
import { ipBlocks, limitKey, limitRate } from '../../platform/limits/public.ts';
import { countCall, mayComeFrom, type ServiceKey } from '../keys/public.ts';
import type { ServiceContext } from './service-context.ts';

const minuteMs = 60_000;
/** Calls by one key. */
export const callsPerMinute = 300;
/** Refused ones of one line, and of one network: wrong keys, and right ones from an address that is not theirs. */
export const refusalsPerMinute = { line: 30, network: 150 } as const;

export type GuardedCall = {
  readonly route: string;
  /** Undefined for what no route is: whoever has a key is told so, and nobody else. */
  readonly needed: ServiceScope | undefined;
  readonly context: Pick<ServiceContext, 'ip' | 'key'>;
};

export type GuardCalls = <Output>(call: GuardedCall, work: () => Promise<Output>) => Promise<Output>;

/**
 * Does the work of a call where its key may ask for it, and keeps by whom, what and with which outcome. Throws
 * `SERVICE_KEY_REFUSED`, `SERVICE_ADDRESS_REFUSED`, `SERVICE_SCOPE_MISSING` and `TOO_MANY_REQUESTS`.
 */
export function guardCalls(deps: { readonly db: Database; readonly clock: Clock }): GuardCalls {
  const { db, clock } = deps;
  return async ({ route, needed, context: { ip, key } }, work) => {
    if (key === null) {
      await limitRefusals(deps, ip);
      throw problem('SERVICE_KEY_REFUSED');
    }
    let outcome = 'INTERNAL';
    try {
      if (!mayComeFrom(key, ip)) {
        // Whoever has found a key elsewhere uses up nothing of it.
        await limitRefusals(deps, ip);
        throw problem('SERVICE_ADDRESS_REFUSED', { address: ip });
      }
      await limitRate(db.kysely, callsOf(key), clock.now());
      if (needed !== undefined && !key.scopes.includes(needed)) throw problem('SERVICE_SCOPE_MISSING', { needed });
      const output = await work();
      outcome = 'answered';
      return output;
    } catch (error) {
      outcome = codeOf(error);
      throw error;
    } finally {
      await countCall(db.kysely, { keyId: key.id, route, outcome, ip });
    }
  };
}

function callsOf({ id }: Pick<ServiceKey, 'id'>) {
  return { key: limitKey('service-key', { keyId: id }), limit: callsPerMinute, windowMs: minuteMs };
}

async function limitRefusals(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  ip: string,
): Promise<void> {
  const { line, network } = ipBlocks(ip);
  const windows = [
    { key: limitKey('service-refused-line', line), limit: refusalsPerMinute.line, windowMs: minuteMs },
    { key: limitKey('service-refused-network', network), limit: refusalsPerMinute.network, windowMs: minuteMs },
  ];
  for (const window of windows) await limitRate(db.kysely, window, clock.now());
}

/** As the caller is told of it. */
function codeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  return error instanceof ORPCError && error.code === 'BAD_REQUEST' ? 'INPUT_INVALID' : 'INTERNAL';
}
