import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { problem } from '@tern/contracts/problem';
import { mutableKind } from '@tern/contracts/routes/messages';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { changeAccount } from '../sessions/public.ts';
import { listMessages } from './list-messages.ts';
import { countUnread, selectMessage, selectMuted, upsertMuted } from './message-store.ts';
import { renderMessage } from './message.ts';
import { readMessages } from './read-messages.ts';

export function messagesRouter({ db }: { readonly db: Database }) {
  const os = implement(contract.messages).$context<ApiContext>();
  return os.router({
    listMessages: os.listMessages.use(requireSession).handler(({ input, context }) => {
      const { personId } = context.session;
      return listMessages(db.kysely, { personId, kind: input.kind, cursor: input.cursor });
    }),
    unreadMessages: os.unreadMessages.use(requireSession).handler(async ({ context }) => ({
      unread: await countUnread(db.kysely, context.session.personId),
    })),
    message: os.message.use(requireSession).handler(async ({ input, context }) => {
      const stored = await selectMessage(db.kysely, context.session.personId, input.id);
      if (stored === undefined) throw problem('NOT_FOUND');
      return renderMessage(stored);
    }),
    readMessage: os.readMessage.use(requireSession).handler(async ({ input, context }) => {
      const { session } = context;
      if ((await selectMessage(db.kysely, session.personId, input.id)) === undefined) throw problem('NOT_FOUND');
      await readMessages(db, session, input.id);
      return {};
    }),
    readAllMessages: os.readAllMessages.use(requireSession).handler(async ({ context }) => ({
      read: await readMessages(db, context.session, 'all'),
    })),
    messageSettings: os.messageSettings.use(requireSession).handler(async ({ context }) => ({
      muted: mutableKind.array().parse(await selectMuted(db.kysely, context.session.personId)),
    })),
    setMessageSettings: os.setMessageSettings.use(requireSession).handler(async ({ input, context }) => {
      const muted = [...new Set(input.muted)];
      await changeAccount(db, context.session, (tx) => upsertMuted(tx, context.session.personId, muted));
      return { muted };
    }),
  });
}
