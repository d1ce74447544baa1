import { transfersRouter } from '@tern/server/money/transfers/routes';
import {
  createSendingWorld,
  type SendingWorld,
} from '../../packages/server/src/money/transfers/testing/sending-world.ts';
import { answerOrders, newSecrets, openIdentity, openSender, serveApi, type Sender } from './serve-api.ts';

// One api process over a database of its own: the real server, contract, sessions and database roles. Only the factors
// are taken as given, since a password hash is made to be slow: drafts are authorised beforehand, as it were.
export type TransferApiOrder = { readonly drafts: number } | 'check' | 'end';
export type PreparedTransfer = { readonly token: string; readonly draftId: string; readonly hash: string };

const peopleCount = Number(process.argv[2]);

/** Drafts between random people, several at a time. */
async function prepare(world: SendingWorld, senders: readonly Sender[], count: number): Promise<PreparedTransfer[]> {
  const prepared: PreparedTransfer[] = [];
  let left = count;
  const work = async (): Promise<void> => {
    for (; left > 0; left -= 1) {
      const from = Math.floor(Math.random() * senders.length);
      const to = (from + 1 + Math.floor(Math.random() * (senders.length - 1))) % senders.length;
      const [sender, receiver] = [senders[from], senders[to]] as [Sender, Sender];
      const draft = await world.draft(sender, { to: receiver.address, amount: '1' });
      prepared.push({ token: sender.token, draftId: draft.id, hash: draft.hash });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return prepared;
}

const world = await createSendingWorld();
const senders: Sender[] = [];
while (senders.length < peopleCount) senders.push(await openSender(world));
const server = await serveApi(world, openIdentity(world, newSecrets()), (router) => ({
  ...router,
  transfers: transfersRouter(world.deps),
}));
process.send?.(server.port);

answerOrders<TransferApiOrder>({ world, server }, ({ drafts }) => prepare(world, senders, drafts));
