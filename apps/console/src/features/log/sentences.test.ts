import { setupI18n, type MessageDescriptor, type Messages } from '@lingui/core';
import { operatorActionKinds } from '@tern/contracts/operator-action';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConsole } from '../../testing/load-console.ts';

// Goal: whatever operators do stands in the log as a sentence that says who and, in every language of the console, in its words.
// Method: the sentences and the texts are loaded as the console's build loads them, and each action is said.

let sources: Awaited<ReturnType<typeof loadConsole>>;
let sentences: Readonly<Record<string, MessageDescriptor>>;
beforeAll(async () => {
  sources = await loadConsole();
  ({ sentences } = await sources.load<{ sentences: typeof sentences }>('/src/features/log/sentences.ts'));
});
afterAll(() => sources.close());

const values = { who: 'Vera', about: '77000001', count: 3, amount: '5.00 USDT', from: '1 Nov', to: '30 Nov' };

describe.each(['en', 'zh-Hans'])('in %s', (locale) => {
  let say: (kind: string) => string;
  beforeAll(async () => {
    const { messages } = await sources.load<{ messages: Messages }>(`/src/locales/${locale}.po`);
    const i18n = setupI18n({ locale, messages: { [locale]: messages } });
    say = (kind) => {
      const sentence = sentences[kind];
      return sentence === undefined ? '' : i18n._({ ...sentence, values });
    };
  });

  test.each(operatorActionKinds)('%s is a sentence of its own', (kind) => {
    const said = say(kind);
    // Two actions of break-glass and one of the machine are by nobody who is signed in.
    expect(said).toMatch(/Vera|77000001/);
    expect(said).not.toMatch(/[{}<>]/);
    if (locale === 'zh-Hans') expect(said).toMatch(/\p{Script=Han}/u);
    expect(operatorActionKinds.filter((other) => say(other) === said)).toEqual([kind]);
  });
});

test('no sentence is left of an action that is no more', () => {
  expect(Object.keys(sentences).toSorted()).toEqual(operatorActionKinds.toSorted());
});
