import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorDetailView } from '@tern/contracts/routes/console-operators';
import { openOperatorDesk, type OperatorDesk } from '@tern/testkit/operator-desk';
import { softwarePasskey, type KeptPasskey } from '@tern/testkit/software-passkey';
import { consoleUrl, installation } from '../installation.ts';
import { operator } from './operator.ts';

const origin = new URL(consoleUrl).origin;
const roles = ['first', 'second'] as const;
type Founder = (typeof roles)[number];
type Kept = Readonly<Record<Founder, { readonly key: KeptPasskey; readonly cookie: string }>>;

/** Beside the rest of the installation's data, and gone with it. */
const file = join(import.meta.dirname, '../../..', installation.DATA_DIR, 'founders.json');
const read = (): Kept => JSON.parse(readFileSync(file, 'utf8')) as Kept;
// A session is bound to the address it was opened from: every test's process says the same one.
const headers = { 'x-forwarded-for': '203.0.113.200' };

/** Enrols the installation's first two operators by the links that the real command prints; once per installation. */
export async function enrolFounders(): Promise<void> {
  const { text } = await operator('invite-first');
  const links = [...text.matchAll(/^http.*$/gm)].map(([link]) => link);
  // An installation that is used again has its two already.
  if (links.length === 0) return void read();
  const enrol = async (link: string | undefined): Promise<Kept[Founder]> => {
    const key = softwarePasskey(origin);
    const desk = openOperatorDesk({ consoleUrl: origin, key, headers });
    const { outcome } = await desk.enrol(link ?? '');
    if (outcome !== 'done') throw new Error(`no founder by ${link ?? 'no link'}: ${outcome}`);
    return { key: key.kept(), cookie: desk.cookie() };
  };
  const kept: Kept = { first: await enrol(links[0]), second: await enrol(links[1]) };
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
}

export type InvitedRole = 'viewer' | 'reviewer' | 'treasurer' | 'administrator';

/** What both founders give to somebody they invite: the one proposes, the other approves, each by signature. */
export async function inviteByFounders(
  name: string,
  role: InvitedRole,
): Promise<{ readonly link: string; readonly code: string }> {
  const { id, code } = await proposeByFounder(name, role);
  const approval = { id, decision: 'carry-out' };
  const { link } = await decide<{ link: string }>('second', (desk) =>
    desk.decide('/operators/decision/question', '/operators/decision', approval),
  );
  return { link, code };
}

/** The first founder's proposal to invite somebody, which waits for the second. */
export function proposeByFounder(
  name: string,
  role: InvitedRole,
): Promise<{ readonly id: string; readonly code: string }> {
  const said = { kind: 'invite', name, role, note: 'Works in a test' };
  return decide('first', (desk) => desk.decide('/operators/question', '/operators', said));
}

/** The second founder approves what is proposed about an operator. */
export async function approveByFounder(name: string): Promise<void> {
  await decide('second', async (desk) => {
    const shown = await desk.get(`/operators/by-name/${name}`);
    if (shown.status !== 200) return shown;
    const approval = { id: (shown.body as OperatorDetailView).proposal?.id, decision: 'carry-out' };
    return desk.decide('/operators/decision/question', '/operators/decision', approval);
  });
}

/** A desk of an operator nobody knows yet, without a browser. */
export async function openInvitedDesk(name: string, role: InvitedRole): Promise<OperatorDesk> {
  const desk = openOperatorDesk({ consoleUrl: origin, headers });
  const { link, code } = await inviteByFounders(name, role);
  const { outcome } = await desk.enrol(link, code);
  if (outcome !== 'done') throw new Error(`no desk for ${name}: ${outcome}`);
  return desk;
}

async function decide<Body>(
  who: Founder,
  take: (desk: OperatorDesk) => ReturnType<OperatorDesk['post']>,
): Promise<Body> {
  const { key, cookie } = read()[who];
  const desk = openOperatorDesk({ consoleUrl: origin, key: softwarePasskey(origin, key), cookie, headers });
  let answer = await take(desk);
  if (answer.outcome === 'LOGIN_EXPIRED') {
    await desk.signIn();
    writeFileSync(file, JSON.stringify({ ...read(), [who]: { key, cookie: desk.cookie() } }), { mode: 0o600 });
    answer = await take(desk);
  }
  if (answer.status !== 200) throw new Error(`the ${who} operator was refused: ${answer.outcome}`);
  return answer.body as Body;
}
