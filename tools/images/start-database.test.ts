import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

// Goal: a first start of the database's container that is cut off is begun anew by the next one. Method: the script itself,
// with programs in the place of PostgreSQL's that only write files; one of them dies in the middle.
const script = readFileSync(fileURLToPath(new URL('../../deploy/database/start-database.sh', import.meta.url)), 'utf8');

const programs = {
  initdb: 'for last; do :; done\ndir=$(echo "$last" | cut -d= -f2)\nmkdir "$dir"\necho 17 > "$dir/PG_VERSION"',
  postgres: 'case "$1" in --single) cat > "$3/created" ;; *) echo "runs $2" ;; esac',
};

test('a first start that was cut off at any step begins anew, and a later one leaves everything as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-database-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [bin, data] = [join(folder, 'bin'), join(folder, 'wallet')];
  mkdirSync(bin);
  const write = (name: keyof typeof programs, more = ''): void =>
    writeFileSync(join(bin, name), `#!/bin/sh -e\n${programs[name]}\n${more}\n`, { mode: 0o755 });
  const file = join(folder, 'start.sh');
  writeFileSync(file, script.replace(/^PATH=.*$/m, `PATH="${bin}:$PATH"`));
  const start = () => spawnSync('/bin/sh', [file], { encoding: 'utf8', env: { ...process.env, PGDATA: data } });

  write('postgres');
  write('initdb', 'exit 9');
  expect(start().status).toBe(9);
  write('initdb');
  write('postgres', 'exit 9');
  expect(start().status).toBe(9);
  expect(existsSync(data)).toBe(false);

  write('postgres');
  expect(start()).toMatchObject({ status: 0, stdout: `runs ${data}\n` });
  expect(readFileSync(join(data, 'created'), 'utf8')).toBe('CREATE DATABASE wallet\n');
  expect(readFileSync(join(data, 'pg_hba.conf'), 'utf8')).toContain('hostssl all all all scram-sha-256');

  write('initdb', 'exit 9');
  expect(start()).toMatchObject({ status: 0, stdout: `runs ${data}\n` });
});
