import { expect, test } from 'vitest';
import { sessionUrl } from './require-database.ts';

test('CL4 a session goes past the pooler with the login that the process has there, and the same way without a pooler', () => {
  const pooled = 'postgres://tern_api:s%3Acret@pooler.example:6432/tern?sslmode=verify-full';
  expect(sessionUrl({ databaseSessionUrl: undefined }, pooled)).toBe(pooled);
  expect(sessionUrl({ databaseSessionUrl: 'postgres://leader.example:5432/tern?sslmode=verify-full' }, pooled)).toBe(
    'postgres://tern_api:s%3Acret@leader.example:5432/tern?sslmode=verify-full',
  );
});
