import { SignerRefusal } from '@tern/tron/signer-fault';
import type { Replication, TakeOver } from '@tern/tron/standby-protocol';

/** Reads how the operators want to take over. */
export function readTakeOver(body: unknown): TakeOver {
  const { complete, ...more } = readObject(body);
  if (typeof complete !== 'boolean' || Object.keys(more).length > 0) throw malformed('complete');
  return { complete };
}

/** Reads up to 1,000 changes of a store. */
export function readReplication(body: unknown): Replication {
  const { after, changes } = readObject(body);
  const { number, hash } = readObject(after);
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) throw malformed('number');
  if (typeof hash !== 'string' || !/^([0-9a-f]{64})?$/.test(hash)) throw malformed('hash');
  if (!Array.isArray(changes) || changes.length > 1_000) throw malformed('changes');
  return {
    after: { number, hash },
    changes: changes.map((item: unknown) => {
      const { statement, parameters } = readObject(item);
      if (typeof statement !== 'string' || !Array.isArray(parameters)) throw malformed('change');
      return { statement, parameters: parameters.map(readParameter) };
    }),
  };
}

function readParameter(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw malformed('parameter');
}

function readObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('an object was expected');
  return value as Readonly<Record<string, unknown>>;
}

function malformed(what: string): SignerRefusal {
  return new SignerRefusal('malformed', what);
}
