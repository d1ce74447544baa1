import { contract } from '@tern/contracts/contract';
import * as fields from '@tern/contracts/fields';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { describeApi } from './api-reference.ts';
import { fieldDescriptions } from './field-descriptions.ts';

// Goal: somebody who has the served reference alone knows the unit and form of what they send. Method: the fields that routes
// share, and the document as it is served.
type Described = {
  readonly description?: string;
  readonly properties: Readonly<Record<string, Described>>;
};
type Operation = {
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: Described }>> };
};

let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
beforeAll(async () => {
  ({ paths } = JSON.parse(await describeApi({ title: 'Today', version: '0', contract, at: '/api' })) as {
    paths: typeof paths;
  });
});

const bodyOf = (path: string): Described['properties'] =>
  paths[path]?.['post']?.requestBody.content['application/json']?.schema.properties ?? {};

test('every field that routes share is described', () => {
  const shared = Object.entries(fields).filter(([, field]) => (field as unknown) instanceof z.ZodType);
  expect(shared.length).toBeGreaterThan(30);
  expect(shared.filter(([, field]) => !fieldDescriptions.has(field)).map(([name]) => name)).toEqual([]);
});

test('an amount that is typed says that it is in whole coins, and one of the books that it is not', () => {
  expect(bodyOf('/transfers/drafts')['amount']?.description).toContain('in whole coins');
  expect(JSON.stringify(paths['/transfers/drafts']?.['post'])).toContain('An amount in base units');
});

test('whoever may leave a field out reads what happens then', () => {
  expect(bodyOf('/identity/register')['accepted']?.description).toContain('refused with TERMS_NOT_ACCEPTED');
});
