import type { OperatorId, PersonId } from '@tern/base/ids';
import type { SupportTemplate } from '@tern/contracts/routes/console-person-tabs';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { SupportTexts } from './support-texts.ts';

const sentMax = 50;

export type SentAnswer = {
  readonly id: string;
  readonly template: string;
  readonly operator: string;
  readonly at: Date;
};

/** What operators sent to a person, newest first. */
export async function selectAnswers(db: DbReader, personId: PersonId): Promise<readonly SentAnswer[]> {
  const { rows } = await sql<SentAnswer>`
    SELECT a.id, a.template, o.name AS operator, a.sent_at AS at
      FROM support_answers a JOIN operators o ON o.id = a.sent_by
     WHERE a.person_id = ${personId} ORDER BY a.sent_at DESC, a.id DESC LIMIT ${sentMax}`.execute(db);
  return rows;
}

/** Whether the person got this answer within the last hour, from whomever. */
export async function wasAnsweredLately(db: DbReader, personId: PersonId, template: SupportTemplate): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM support_answers WHERE person_id = ${personId} AND template = ${template}
       AND sent_at > clock_timestamp() - interval '1 hour'`.execute(db);
  return rows.length > 0;
}

export async function insertAnswer(
  tx: DbTx,
  answer: {
    readonly id: string;
    readonly personId: PersonId;
    readonly template: SupportTemplate;
    readonly texts: SupportTexts;
    readonly operatorId: OperatorId;
  },
): Promise<void> {
  await sql`
    INSERT INTO support_answers (id, person_id, template, texts, sent_by)
    VALUES (${answer.id}, ${answer.personId}, ${answer.template}, ${JSON.stringify(answer.texts)}::jsonb,
            ${answer.operatorId})`.execute(tx);
}
