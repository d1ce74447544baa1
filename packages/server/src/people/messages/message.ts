import type { MessageId, PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import {
  entryNews,
  priceNews,
  recordNews,
  type EntryNews,
  type MessageKind,
  type MessageView,
  type PriceNews,
  type RecordNews,
} from '@tern/contracts/routes/messages';
import { toldBonusRefusals, type BonusRefusal } from '@tern/contracts/routes/promotions';
import type { RecordReason } from '@tern/contracts/routes/records';
import { securityEventKind, type SecurityEventKind } from '@tern/contracts/security-event';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';

/** Something a person is to be told. The same event of the same subject is told once. */
export type News =
  | {
      readonly personId: PersonId;
      readonly about: 'record';
      readonly event: RecordNews;
      readonly recordId: string;
      readonly assetId: AssetId;
      readonly amount: Units;
    }
  | {
      readonly personId: PersonId;
      readonly about: 'activity';
      readonly event: EntryNews;
      readonly entryId: string;
      /** Where it leads. */
      readonly activityId: string;
      readonly assetId: AssetId;
      readonly amount: Units;
    }
  | {
      /** Of the person's one activation bonus; the grant says why. */
      readonly personId: PersonId;
      readonly about: 'bonus';
      readonly event: 'bonus-refused';
      readonly assetId: AssetId;
      readonly amount: Units;
    }
  | {
      readonly personId: PersonId;
      readonly about: 'account';
      readonly event: SecurityEventKind;
      readonly securityEventId: string;
    }
  | {
      readonly personId: PersonId;
      readonly about: 'announcement';
      readonly event: 'announced';
      /** Of this person alone: the announcement itself is told to many. */
      readonly newsId: string;
      readonly announcementId: string;
    }
  | {
      readonly personId: PersonId;
      readonly about: 'price';
      readonly event: PriceNews;
      /** New each time an alert is set: of one setting it is told once. */
      readonly settingId: string;
      readonly assetId: AssetId;
      /** Currency unit of both prices, plain decimals of one whole coin. */
      readonly unit: string;
      readonly target: string;
      readonly price: string;
    }
  | {
      readonly personId: PersonId;
      readonly about: 'complaint';
      readonly event: 'complaint-answered';
      readonly complaintId: string;
    }
  | {
      readonly personId: PersonId;
      readonly about: 'support';
      readonly event: 'support-answered';
      readonly answerId: string;
    };

/** A message as stored. */
export type StoredMessage = {
  readonly id: MessageId;
  readonly kind: MessageKind;
  readonly event: string;
  readonly subjectId: string;
  /** Where it leads, when that is not its subject. */
  readonly targetId: string | null;
  readonly assetId: AssetId | null;
  readonly amount: string | null;
  /** Of a price that was waited for: its unit, what was waited for and what it was. */
  readonly prices: { readonly unit: string; readonly target: string; readonly price: string } | null;
  /** Whether the record it tells of was sent to somebody here. */
  readonly inside: boolean;
  /** Why the record it tells of was rejected. */
  readonly reason: RecordReason | null;
  /** When the hold it tells of ends. */
  readonly until: Date | null;
  /** Why the bonus it tells of was refused. */
  readonly refusal: BonusRefusal | null;
  /** Of an announcement, or of an answer by operators: its texts by language, and the person's. */
  readonly texts: Readonly<Record<string, { readonly title: string; readonly body: string }>> | null;
  readonly language: string | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
};

/** What this version can tell. A later one that was here may have written more, and a list that fails would tell nothing at all. */
export const knownEvents: readonly string[] = [
  ...recordNews.options,
  ...entryNews.options,
  ...priceNews.options,
  ...securityEventKind.options,
  'bonus-refused',
  'announced',
  'complaint-answered',
  'support-answered',
];

/**
 * What 2.1.0 cannot tell, and whose list would fail at it: kept beside what it reads, for whoever goes back to it. Later versions
 * leave out what they do not know.
 */
export const laterEvents: readonly string[] = [
  ...priceNews.options,
  ...securityEventKind.extract(['site-connected', 'site-disconnected', 'site-text-signed']).options,
  'support-answered',
];

/** Rewards and activities are one kind, everything else about records is another. */
export function kindOf(news: News): MessageKind {
  if (news.about === 'account') return 'security';
  if (news.about === 'price') return 'prices';
  // Like what is announced, an answer of ours is never switched off.
  if (news.about === 'announcement' || news.about === 'complaint' || news.about === 'support') return 'announcements';
  return news.about === 'activity' || news.about === 'bonus' || news.event === 'rewarded' ? 'rewards' : 'transfers';
}

/** What it tells of. */
export function subjectOf(news: News): string {
  if (news.about === 'record') return news.recordId;
  if (news.about === 'announcement') return news.newsId;
  if (news.about === 'complaint') return news.complaintId;
  if (news.about === 'support') return news.answerId;
  if (news.about === 'bonus') return news.personId;
  if (news.about === 'price') return news.settingId;
  return news.about === 'activity' ? news.entryId : news.securityEventId;
}

/** As the API shows it. */
export function renderMessage(stored: StoredMessage): MessageView {
  const common = toWire({ id: stored.id, createdAt: stored.createdAt, read: stored.readAt !== null });
  if (stored.event === 'complaint-answered') {
    const { subjectId: complaintId } = stored;
    return { ...common, about: 'complaint', kind: 'announcements', event: 'complaint-answered', complaintId };
  }
  if (stored.kind === 'announcements') {
    const language = [stored.language ?? 'en', 'en'].find((each) => stored.texts?.[each] !== undefined) ?? 'en';
    const { title, body } = stored.texts?.[language] ?? { title: '', body: '' };
    return { ...common, about: 'announcement', kind: 'announcements', event: 'announced', title, body, language };
  }
  if (stored.prices !== null && stored.assetId !== null) {
    const { assetId, prices } = stored;
    return { ...common, about: 'price', kind: 'prices', event: stored.event as PriceNews, assetId, ...prices };
  }
  if (stored.kind === 'security' || stored.assetId === null || stored.amount === null) {
    const { event, until } = stored;
    const ends = toWire(until === null ? {} : { until });
    return { ...common, about: 'account', kind: 'security', event: event as SecurityEventKind, ...ends };
  }
  if (stored.refusal !== null) {
    return {
      ...common,
      about: 'bonus',
      kind: 'rewards',
      event: 'bonus-refused',
      reason: toldBonusRefusals[stored.refusal],
      assetId: stored.assetId,
      amount: stored.amount,
    };
  }
  if (stored.targetId !== null) {
    return {
      ...common,
      about: 'activity',
      kind: 'rewards',
      event: stored.event as EntryNews,
      activityId: stored.targetId,
      assetId: stored.assetId,
      amount: stored.amount,
    };
  }
  return {
    ...common,
    about: 'record',
    kind: stored.kind === 'rewards' ? 'rewards' : 'transfers',
    event: stored.event as RecordNews,
    ...(stored.inside ? { inside: true } : {}),
    recordId: stored.subjectId,
    ...(stored.reason === null ? {} : { reason: stored.reason }),
    assetId: stored.assetId,
    amount: stored.amount,
  };
}
