import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../console-access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { listOperators } from '../operators/public.ts';
import { lockAnnouncement, selectAnnouncements } from './announcement-store.ts';
import { decideAnnouncement, writeAnnouncement } from './write-announcement.ts';

const shownMax = 50;
const action = 'announcements.decideAnnouncement';

export function consoleAnnouncementsRouter(deps: ConsoleAccessDeps) {
  const { db } = deps;
  const os = implement(consoleContract.announcements).$context<ConsoleContext>();
  return os.router({
    listAnnouncements: os.listAnnouncements.use(requireOperator).handler(async () => {
      const [found, operators] = await Promise.all([selectAnnouncements(db.kysely, shownMax), listOperators(db)]);
      const names = new Map<string, string>(operators.map(({ id, name }) => [id, name]));
      return {
        announcements: found.map(({ id, texts, personIds, sendAt, state, writtenBy, releasedBy, told }) => ({
          id,
          texts,
          people: personIds?.length ?? null,
          sendAt: sendAt.toISOString(),
          state,
          writtenBy: names.get(writtenBy) ?? writtenBy,
          releasedBy: releasedBy === null ? null : (names.get(releasedBy) ?? releasedBy),
          told,
        })),
      };
    }),
    write: os.write.use(requireOperator).handler(async ({ input, context: { session } }) => ({
      id: await writeAnnouncement(db, { input, operatorId: session.operatorId }),
    })),
    askAnnouncement: os.askAnnouncement
      .use(requireOperator)
      .handler(async ({ input: content, context: { session } }) => {
        const found = await transact(db, (tx) => lockAnnouncement(tx, content.id));
        if (found === undefined) throw problem('NOT_FOUND');
        const to = found.personIds === null ? 'everybody' : `${found.personIds.length} people`;
        const shown = { title: found.texts['en']?.title ?? '', to };
        return askForDecision(deps, { session, decision: { action, content, shown } });
      }),
    decideAnnouncement: os.decideAnnouncement
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        await proveDecision(deps, { session, decision: { action, content: said }, subject: said.id, proof });
        await decideAnnouncement(db, { said, operatorId: session.operatorId });
        return {};
      }),
  });
}
