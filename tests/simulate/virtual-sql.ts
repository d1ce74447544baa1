import type pg from 'pg';

/** Names of functions that tell a time or draw a number by themselves, and what a simulated database has in their place. */
const replacements: readonly (readonly [found: RegExp, instead: string])[] = [
  [/(?<![\w.])(?:pg_catalog\.)?(?:clock_timestamp|statement_timestamp)\s*\(\s*\)/gi, 'sim.now()'],
  [/(?<![\w.])(?:pg_catalog\.)?(?:now|transaction_timestamp)\s*\(\s*\)/gi, 'sim.began()'],
  [/(?<![\w.])CURRENT_TIMESTAMP(?!\w)/gi, 'sim.began()'],
  [/(?<![\w.])CURRENT_DATE(?!\w)/gi, 'sim.began()::date'],
  [/(?<![\w.])(?:pg_catalog\.)?gen_random_uuid\s*\(\s*\)/gi, 'sim.uuid()'],
  [/(?<![\w.])(?:pg_catalog\.)?random\s*\(\s*\)/gi, 'sim.random()'],
];

/** Whatever else PostgreSQL tells the time by, which the product does not use and must not begin to. */
const otherClocks =
  /(?<![\w.])(?:timeofday|localtime|localtimestamp|current_time|uuidv7|uuid_generate_v\w+|gen_random_bytes)(?!\w)/i;

/** The same text, by virtual time. Throws on a clock that has no virtual one. */
export function virtualSql(text: string): string {
  const other = otherClocks.exec(text);
  if (other !== null) throw new Error(`a clock that the simulator does not know: ${other[0]}`);
  return replacements.reduce((changed, [found, instead]) => changed.replace(found, instead), text);
}

/** Whether a text still asks the machine for the time or for chance. */
export function asksTheMachine(text: string): boolean {
  return otherClocks.test(text) || replacements.some(([found]) => new RegExp(found.source, 'i').test(text));
}

/**
 * The clock is the last value of a sequence: setting it belongs to no transaction, so that every connection, however old its
 * snapshot, sees the new time at once. Chance is counted, and stirred so that it does not look counted.
 */
const schema = `
  CREATE SCHEMA sim;
  CREATE SEQUENCE sim.clock MINVALUE 0;
  CREATE SEQUENCE sim.chance;
  CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT to_timestamp((SELECT last_value FROM sim.clock) / 1000.0) $$;
  CREATE FUNCTION sim.began() RETURNS timestamptz LANGUAGE sql STABLE AS
    $$ SELECT to_timestamp(coalesce(nullif(current_setting('sim.began', true), '')::bigint,
                                    (SELECT last_value FROM sim.clock)) / 1000.0) $$;
  CREATE FUNCTION sim.uuid() RETURNS uuid LANGUAGE sql VOLATILE AS
    $$ SELECT overlay(overlay(md5('uuid ' || nextval('sim.chance')) placing '4' from 13) placing 'a' from 17)::uuid $$;
  CREATE FUNCTION sim.random() RETURNS double precision LANGUAGE sql VOLATILE AS
    $$ SELECT ('x' || substr(md5('random ' || nextval('sim.chance')), 1, 8))::bit(32)::bigint / 4294967296.0 $$;
  CREATE FUNCTION sim.refuse(code text) RETURNS void LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the simulator refuses this statement' USING errcode = code; END $$;
  GRANT USAGE ON SCHEMA sim TO PUBLIC;
  GRANT SELECT ON SEQUENCE sim.clock TO PUBLIC;
  GRANT USAGE ON SEQUENCE sim.chance TO PUBLIC;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA sim TO PUBLIC`;

/** Every place of a schema where SQL may tell the time, as a statement that writes it anew. */
const places = `
  SELECT pg_get_functiondef(p.oid) AS definition
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'sim') AND p.prokind IN ('f', 'p')
  UNION ALL
  SELECT format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', d.adrelid::regclass, a.attname,
                pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE a.attgenerated = ''
  UNION ALL
  SELECT format('CREATE OR REPLACE VIEW %s AS %s', c.oid::regclass, pg_get_viewdef(c.oid))
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'v' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  UNION ALL
  SELECT format('DROP TRIGGER %I ON %s; %s', t.tgname, t.tgrelid::regclass, pg_get_triggerdef(t.oid))
    FROM pg_trigger t WHERE NOT t.tgisinternal
  UNION ALL
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I; ALTER TABLE %1$s ADD CONSTRAINT %2$I %s', k.conrelid::regclass,
                k.conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k WHERE k.contype = 'c' AND k.conrelid <> 0 AND k.coninhcount = 0`;

/** Has a migrated database tell virtual time everywhere. */
export async function virtualizeDatabase(client: pg.Client): Promise<void> {
  await client.query(schema);
  for (const definition of await listMachineTimes(client)) await client.query(virtualSql(definition));
  const left = await listMachineTimes(client);
  if (left.length > 0) throw new Error(`places that still tell the machine's time: ${left.join('\n')}`);
}

/** Every function, default, view, trigger and check that still asks the machine. */
export async function listMachineTimes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ definition: string }>(places);
  return rows.map(({ definition }) => definition).filter(asksTheMachine);
}
