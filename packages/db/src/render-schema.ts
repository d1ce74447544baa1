import { sql } from 'kysely';
import type { DbReader } from './database.ts';

type Column = {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly has_default: boolean;
  readonly always_generated: boolean;
};

const typeNames: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bit: 'string',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  jsonb: 'Json',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
};

/** Ids by the column that holds them, in any table or in the one that is named: a row of a query then needs no cast. */
const idTypes: Readonly<Record<string, string>> = {
  activity_id: 'ActivityId',
  deposit_id: 'DepositId',
  distribution_id: 'DistributionId',
  draft_id: 'DraftId',
  invited_by: 'PersonId',
  message_id: 'MessageId',
  operator_id: 'OperatorId',
  order_id: 'TreasuryOrderId',
  participation_id: 'ParticipationId',
  person_id: 'PersonId',
  quote_id: 'QuoteId',
  receiver_wallet_id: 'WalletId',
  connection_id: 'WalletConnectionId',
  record_id: 'RecordId',
  session_id: 'SessionId',
  wallet_id: 'WalletId',
  withdrawal_id: 'WithdrawalId',
  'activities.id': 'ActivityId',
  'activity_entries.id': 'EntryId',
  'address_book_entries.id': 'AddressEntryId',
  'connection_requests.id': 'ConnectionRequestId',
  'deposits.id': 'DepositId',
  'distributions.id': 'DistributionId',
  'all_messages.id': 'MessageId',
  'later_messages.id': 'MessageId',
  'messages.id': 'MessageId',
  'operators.id': 'OperatorId',
  'participations.id': 'ParticipationId',
  'people.id': 'PersonId',
  'price_alerts.id': 'PriceAlertId',
  'records.id': 'RecordId',
  'sessions.id': 'SessionId',
  'swap_quotes.id': 'QuoteId',
  'swaps.id': 'SwapId',
  'treasury_orders.id': 'TreasuryOrderId',
  'wallet_connections.id': 'WalletConnectionId',
  'wallets.id': 'WalletId',
  'withdrawal_drafts.id': 'DraftId',
  'withdrawals.id': 'WithdrawalId',
};

const jsonTypes = `export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

// Written as text: the driver would take a JavaScript array for an SQL array.
type Json = ColumnType<JsonValue, string, string>;
`;

/** The TypeScript source that describes every table of the database `db` is connected to. */
export async function renderSchema(db: DbReader): Promise<string> {
  const tables = Map.groupBy(await readColumns(db), ({ schema, table }) =>
    schema === 'public' ? table : `${schema}.${table}`,
  );
  const interfaces = [...tables].map(
    ([name, columns]) => `export interface ${interfaceName(name)} {\n${columns.map(renderColumn).join('')}}\n`,
  );
  const rows = [...tables.keys()].map(
    (name) => `  ${name.includes('.') ? `'${name}'` : name}: ${interfaceName(name)};\n`,
  );
  const body = `${interfaces.join('\n')}
/** Every table by the name Kysely knows it by. */
export interface Schema {
${rows.join('')}}
`;
  const imports = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) =>
    `${jsonTypes}${body}`.includes(`${name}<`),
  );
  const ids = [...new Set(Object.values(idTypes))].filter((name) => new RegExp(`\\b${name}\\b`).test(body)).sort();
  return `// Generated from the migrated database by tools/generate-db-types.ts. A test compares; do not edit.
import type {
${ids.map((id) => `  ${id},\n`).join('')}} from '@tern/base/ids';
import type { ${imports.join(', ')} } from 'kysely';

${jsonTypes}
${body}`;
}

async function readColumns(db: DbReader): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, t.typname AS type,
           NOT a.attnotnull AS nullable,
           a.atthasdef OR a.attidentity <> '' AS has_default,
           a.attidentity = 'a' OR a.attgenerated <> '' AS always_generated
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    ORDER BY n.nspname <> 'public', n.nspname, c.relname, a.attnum`.execute(db);
  return rows;
}

function interfaceName(table: string): string {
  const words = table.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Table`;
}

function renderColumn(column: Column): string {
  const array = column.type.startsWith('_');
  const id =
    column.type === 'uuid' ? (idTypes[column.column] ?? idTypes[`${column.table}.${column.column}`]) : undefined;
  const base = id ?? typeNames[array ? column.type.slice(1) : column.type];
  if (base === undefined) throw new Error(`No TypeScript type for ${column.table}.${column.column}: ${column.type}`);
  const plain = `${array ? `${base}[]` : base}${column.nullable ? ' | null' : ''}`;
  if (column.always_generated) return `  ${column.column}: GeneratedAlways<${plain}>;\n`;
  return `  ${column.column}: ${column.has_default ? `Generated<${plain}>` : plain};\n`;
}
