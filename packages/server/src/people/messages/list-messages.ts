import type { PersonId } from '@tern/base/ids';
import type { MessageKind, MessageView } from '@tern/contracts/routes/messages';
import type { DbReader } from '@tern/db/database';
import { readPage } from '../../platform/read-page.ts';
import { selectMessages } from './message-store.ts';
import { renderMessage } from './message.ts';

const pageSize = 30;

/** One page, newest first; `cursor` is what the page before gave. One that is not the person's gives an empty page. */
export async function listMessages(
  db: DbReader,
  wanted: { readonly personId: PersonId; readonly kind: MessageKind | undefined; readonly cursor: string | undefined },
): Promise<{ readonly messages: MessageView[]; readonly nextCursor: string | null }> {
  const { page, last } = await readPage(pageSize, (limit) => selectMessages(db, { ...wanted, limit }));
  return { messages: page.map(renderMessage), nextCursor: last?.id ?? null };
}
