import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import type { AnnouncementDecision } from '@tern/contracts/routes/console-announcements';
import { readPage } from '../../platform/read-page.ts';
import { nameOperators, signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { selectAnnouncements } from './announcement-store.ts';
import { describeAnnouncement } from './describe-announcement.ts';
import { decideAnnouncement, writeAnnouncement } from './write-announcement.ts';

const pageRows = 50;

export function consoleAnnouncementsRouter(deps: ConsoleAccessDeps) {
  const { db } = deps;
  const os = implement(consoleContract.announcements).$context<ConsoleContext>();
  const decision = signedAction(deps, {
    describe: (said: AnnouncementDecision) => describeAnnouncement(db, said),
    act: async (said, { operatorId }) => {
      await decideAnnouncement(db, { said, operatorId });
      return {};
    },
  });
  return os.router({
    listAnnouncements: os.listAnnouncements.use(requireOperator).handler(async ({ input: { after } }) => {
      const [{ page, last }, nameOf] = await Promise.all([
        readPage(pageRows, (limit) => selectAnnouncements(db.kysely, { after, limit })),
        nameOperators(db),
      ]);
      return toWire({
        announcements: page.map(({ id, texts, personIds, sendAt, state, writtenBy, releasedBy, told }) => ({
          id,
          texts,
          people: personIds?.length ?? null,
          sendAt,
          state,
          writtenBy: nameOf(writtenBy),
          releasedBy: releasedBy === null ? null : nameOf(releasedBy),
          told,
        })),
        next: last?.place ?? null,
      });
    }),
    write: os.write.use(requireOperator).handler(async ({ input, context: { session } }) => ({
      id: await writeAnnouncement(db, { input, operatorId: session.operatorId }),
    })),
    askAnnouncement: os.askAnnouncement.use(requireOperator).handler(decision.ask),
    decideAnnouncement: os.decideAnnouncement.use(requireOperator).handler(decision.carryOut),
  });
}
