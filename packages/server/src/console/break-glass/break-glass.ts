import { randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import {
  operatorNamePattern,
  listBreakGlass,
  listCustodians,
  openRequest,
  startRequest,
  type Keys,
} from '../../people/operators/public.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { invitationLink, type ConsoleAccessDeps } from '../access/public.ts';
import { keyOfCode } from './custodian-code.ts';

export type BreakGlassOutcome =
  | { readonly outcome: 'started' | 'too-early'; readonly opensAt: string }
  | { readonly outcome: 'opened'; readonly link: string; readonly expiresAt: Date }
  | { readonly outcome: 'wrong-codes' | 'name-taken' | 'name-invalid' | 'no-custodians' };

/**
 * Starts a request with both custodians' codes, or opens the invitation of the one whose 24 hours are over. The database
 * checks the codes and keeps the time; `name` is that of the operator who is to come in, and counts at the start alone.
 */
export async function breakGlass(
  deps: ConsoleAccessDeps,
  { codes, name }: { readonly codes: readonly [string, string]; readonly name: string },
): Promise<BreakGlassOutcome> {
  const { db, clock, settings } = deps;
  const keys = await deriveKeys(db, codes);
  if (keys === undefined) return { outcome: 'no-custodians' };
  const token = newToken();
  const expiresAt = new Date(clock.nowMs() + settings.invitationMs);
  const outcome = await transact(db, (tx) => openRequest(tx, { keys, tokenHash: hashToken(token), expiresAt }));
  if (outcome === 'opened') return { outcome, link: invitationLink(settings, token), expiresAt };
  if (outcome === 'wrong-codes') return { outcome };
  if (outcome === 'too-early') return { outcome, opensAt: await readOpensAt(db) };
  if (!operatorNamePattern.test(name)) return { outcome: 'name-invalid' };
  const started = await transact(db, (tx) => startRequest(tx, { id: randomUUID(), name, keys }));
  if (started === 'started') return { outcome: started, opensAt: await readOpensAt(db) };
  return started === 'under-way' ? { outcome: 'too-early', opensAt: await readOpensAt(db) } : { outcome: started };
}

async function deriveKeys(db: Database, codes: readonly [string, string]): Promise<Keys | undefined> {
  const [first, second] = await listCustodians(db.kysely);
  if (first === undefined || second === undefined) return undefined;
  return { first: await keyOfCode(codes[0], first.salt), second: await keyOfCode(codes[1], second.salt) };
}

async function readOpensAt(db: Database): Promise<string> {
  const [newest] = await listBreakGlass(db.kysely);
  return newest?.opensAt ?? '';
}
