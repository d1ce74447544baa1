import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import type { PublicAnnouncementView, StatusView } from '@tern/contracts/routes/status';
import type { Database } from '@tern/db/database';
import { listPublicAnnouncements, type PublicAnnouncement } from '../announcements/public.ts';
import { findIncidents, type StatusRules } from './find-incidents.ts';
import { selectLastInspection, selectOpenIncidents, selectPastIncidents, subjectOf } from './status-store.ts';
import { isSilence, judgeServices, renderIncident, type Finding, type Incident } from './status.ts';

export type StatusDeps = { readonly db: Database; readonly clock: Clock; readonly rules: StatusRules };

/** Age up to which an answer is given again: the database is asked this often at most, however many look. */
const maxAgeMs = 5_000;
const historyMax = 50;
const announcementsMax = 20;

type Known = {
  readonly incidents: readonly Incident[];
  readonly history: readonly Incident[];
  readonly announcements: readonly PublicAnnouncement[];
};

/**
 * What everybody may know of how the service is. A database that does not answer is itself told, together with what was
 * known last: this never throws.
 */
export function openStatusReader(deps: StatusDeps): (language: string | undefined) => Promise<StatusView> {
  const { clock } = deps;
  let asked: { readonly atMs: number; readonly known: Promise<Known> } | undefined;
  let last: Known = { incidents: [], history: [], announcements: [] };
  let downSince: Date | undefined;

  async function read(): Promise<Known> {
    try {
      last = await readKnown(deps);
      downSince = undefined;
      return last;
    } catch {
      downSince ??= clock.now();
      const down = { kind: 'database-down', flow: null, assetId: null, missing: null, since: downSince } as const;
      return { ...last, incidents: [{ ...down, until: null }, ...last.incidents] };
    }
  }

  return async (language) => {
    const nowMs = clock.nowMs();
    if (asked === undefined || nowMs - asked.atMs >= maxAgeMs || nowMs < asked.atMs)
      asked = { atMs: nowMs, known: read() };
    const { atMs } = asked;
    const { incidents, history, announcements } = await asked.known;
    return toWire({
      checkedAt: new Date(atMs),
      services: judgeServices(incidents),
      incidents: incidents.map(renderIncident),
      history: history.map(renderIncident),
      announcements: announcements.map((each) => inLanguage(each, language)),
    });
  };
}

async function readKnown({ db: { kysely }, rules }: StatusDeps): Promise<Known> {
  const [found, written, history, inspection, announcements] = await Promise.all([
    findIncidents(kysely, rules),
    selectOpenIncidents(kysely),
    selectPastIncidents(kysely, historyMax),
    selectLastInspection(kysely),
    listPublicAnnouncements(kysely, announcementsMax),
  ]);
  const silence: readonly Finding[] =
    inspection.inspectedAt !== null && isSilence(inspection)
      ? [{ kind: 'processing-stopped', flow: null, assetId: null, missing: null, since: inspection.inspectedAt }]
      : [];
  const incidents = [...found, ...silence]
    .map((finding) => ({ ...finding, since: knownSince(finding, written), until: null }))
    .toSorted((one, other) => one.since.getTime() - other.since.getTime());
  return { incidents, history, announcements };
}

/** Some findings say only that they hold now; the worker has written down since when. */
function knownSince(finding: Finding, written: readonly Incident[]): Date {
  const known = written.find((each) => each.kind === finding.kind && subjectOf(each) === subjectOf(finding));
  return known !== undefined && known.since < finding.since ? known.since : finding.since;
}

function inLanguage({ id, texts, sentAt }: PublicAnnouncement, wanted = 'en'): PublicAnnouncementView {
  const language = Object.hasOwn(texts, wanted) ? wanted : 'en';
  const { title, body } = texts[language] ?? { title: '', body: '' };
  return toWire({ id, title, body, language, sentAt });
}
