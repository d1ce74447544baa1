import { onOneLine, splitStatements } from './split-statements.ts';

const name = String.raw`(?:[\w]+\.)?[\w]+`;

const altered = [
  new RegExp(String.raw`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(${name})`, 'i'),
  new RegExp(String.raw`^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER [\s\S]*? ON (${name})`, 'i'),
  new RegExp(String.raw`^DROP TRIGGER [\s\S]*? ON (${name})`, 'i'),
];
const referenced = new RegExp(String.raw`\bREFERENCES (${name})`, 'gi');

/**
 * The tables that nobody else can write to, or not even read, while a migration runs: those it alters, those it gives a
 * trigger, and those that a new foreign key leads to. They may be ones that it makes itself.
 */
export function listLockedTables(sql: string): readonly string[] {
  const tables = new Set<string>();
  for (const { text } of splitStatements(sql)) {
    const line = onOneLine(text);
    if (/^CREATE (?:OR REPLACE )?FUNCTION|^DO /i.test(line)) continue;
    for (const pattern of altered) {
      const table = pattern.exec(line)?.[1];
      if (table !== undefined) tables.add(table);
    }
    for (const [, table = ''] of line.matchAll(referenced)) tables.add(table);
  }
  return [...tables];
}
