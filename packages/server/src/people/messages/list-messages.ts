import type { PersonId } from '@tern/base/ids';
import type { MessageKind, MessageView } from '@tern/contracts/routes/messages';
import type { DbReader } from '@tern/db/database';
import { selectMessages } from './message-store.ts';
import { renderMessage } from './message.ts';

const pageSize = 30;

/** One page, newest first; `cursor` is what the page before gave. One that is not the person's gives an empty page. */
export async function listMessages(
  db: DbReader,
  page: { readonly personId: PersonId; readonly kind: MessageKind | undefined; readonly cursor: string | undefined },
): Promise<{ readonly messages: MessageView[]; readonly nextCursor: string | null }> {
  const found = await selectMessages(db, { ...page, limit: pageSize + 1 });
  const messages = found.slice(0, pageSize).map(renderMessage);
  return { messages, nextCursor: found.length > pageSize ? (messages.at(-1)?.id ?? null) : null };
}
