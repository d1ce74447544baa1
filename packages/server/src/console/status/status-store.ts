import { flowField } from '@tern/contracts/routes/console-flows';
import type { IncidentKind } from '@tern/contracts/routes/status';
import type { DbReader, DbTx } from '@tern/db/database';
import { assetIds } from '@tern/money/asset';
import { unitsFromWire, unitsToWire } from '@tern/money/units';
import { sql } from 'kysely';
import type { Finding, Incident } from './status.ts';

const historyDays = 90;

type IncidentRow = {
  readonly kind: IncidentKind;
  readonly subject: string;
  readonly missing: string | null;
  readonly began_at: Date;
  readonly ended_at: Date | null;
};

/** What lasts, as far as the worker has written it down; the longest first. */
export async function selectOpenIncidents(db: DbReader): Promise<readonly Incident[]> {
  const { rows } = await sql<IncidentRow>`
    SELECT kind, subject, missing, began_at, ended_at FROM service_incidents
     WHERE ended_at IS NULL ORDER BY began_at, id`.execute(db);
  return rows.map(fromRow);
}

/** What is over and not long ago, newest first. */
export async function selectPastIncidents(db: DbReader, limit: number): Promise<readonly Incident[]> {
  const { rows } = await sql<IncidentRow>`
    SELECT kind, subject, missing, began_at, ended_at FROM service_incidents
     WHERE ended_at > clock_timestamp() - make_interval(days => ${historyDays})
     ORDER BY ended_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows.map(fromRow);
}

/** Opens what is new, brings what is known up to date, and ends what is no longer found. */
export async function storeFindings(tx: DbTx, findings: readonly Finding[]): Promise<void> {
  const found = JSON.stringify(
    findings.map(({ kind, missing, since, ...of }) => ({
      kind,
      subject: subjectOf(of),
      missing: missing === null ? null : unitsToWire(missing),
      since,
    })),
  );
  await sql`
    UPDATE service_incidents SET ended_at = greatest(began_at, clock_timestamp())
     WHERE ended_at IS NULL AND NOT EXISTS (
       SELECT FROM jsonb_to_recordset(${found}::jsonb) AS f (kind text, subject text)
        WHERE (f.kind, f.subject) = (service_incidents.kind, service_incidents.subject))`.execute(tx);
  await sql`
    INSERT INTO service_incidents AS known (kind, subject, missing, began_at)
    SELECT f.kind, f.subject, f.missing, f.since
      FROM jsonb_to_recordset(${found}::jsonb) AS f (kind text, subject text, missing numeric, since timestamptz)
    ON CONFLICT (kind, subject) WHERE ended_at IS NULL
    DO UPDATE SET missing = greatest(known.missing, excluded.missing) WHERE known.missing < excluded.missing`.execute(
    tx,
  );
}

/** Writes down what is over already. */
export async function insertPastIncident(tx: DbTx, kind: IncidentKind, from: Date, to: Date): Promise<void> {
  await sql`
    INSERT INTO service_incidents (kind, subject, began_at, ended_at) VALUES (${kind}, '', ${from}, ${to})`.execute(tx);
}

/** When the worker last looked, null before the first time, and the database's time now. */
export type LastInspection = { readonly inspectedAt: Date | null; readonly now: Date };

export async function selectLastInspection(db: DbReader): Promise<LastInspection> {
  const { rows } = await sql<LastInspection>`
    SELECT inspected_at AS "inspectedAt", clock_timestamp() AS now FROM service_inspections`.execute(db);
  return rows[0] ?? { inspectedAt: null, now: new Date(0) };
}

/** As `selectLastInspection`, and this inspection becomes the last. Held until the transaction ends: one worker looks at a time. */
export async function recordInspection(tx: DbTx): Promise<LastInspection> {
  const { rows } = await sql<{
    inspected_at: Date | null;
  }>`SELECT inspected_at FROM service_inspections FOR UPDATE`.execute(tx);
  const { rows: marked } = await sql<{ now: Date }>`
    UPDATE service_inspections SET inspected_at = clock_timestamp() RETURNING inspected_at AS now`.execute(tx);
  return { inspectedAt: rows[0]?.inspected_at ?? null, now: marked[0]?.now ?? new Date(0) };
}

/** The flow or the asset; empty where it is about everything. */
export function subjectOf({ flow, assetId }: Pick<Finding, 'flow' | 'assetId'>): string {
  return flow ?? assetId ?? '';
}

function fromRow({ kind, subject, missing, began_at, ended_at }: IncidentRow): Incident {
  const flow = flowField.safeParse(subject);
  return {
    kind,
    flow: flow.success ? flow.data : null,
    assetId: assetIds.find((each) => each === subject) ?? null,
    missing: missing === null ? null : unitsFromWire(missing),
    since: began_at,
    until: ended_at,
  };
}
