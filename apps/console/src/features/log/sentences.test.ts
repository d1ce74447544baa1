import { fileURLToPath } from 'node:url';
import { setupI18n, type MessageDescriptor, type Messages } from '@lingui/core';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { operatorActionKinds } from '@tern/contracts/operator-action';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Goal: whatever operators do stands in the log as a sentence that says who and, in every language of the console, in its words.
// Method: the sentences and the texts are loaded as the console's build loads them, and each action is said.

const cwd = fileURLToPath(new URL('../../../', import.meta.url));

let server: ViteDevServer;
let sentences: Readonly<Record<string, MessageDescriptor>>;
beforeAll(async () => {
  server = await createServer({
    root: cwd,
    configFile: false,
    plugins: [
      lingui({ cwd }),
      babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd })] }),
    ],
    server: { middlewareMode: true, watch: null },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  ({ sentences } = (await server.ssrLoadModule('/src/features/log/sentences.ts')) as { sentences: typeof sentences });
});
afterAll(() => server.close());

const values = { who: 'Vera', about: '77000001', count: 3, amount: '5.00 USDT', from: '1 Nov', to: '30 Nov' };

describe.each(['en', 'zh-Hans'])('in %s', (locale) => {
  let say: (kind: string) => string;
  beforeAll(async () => {
    const { messages } = (await server.ssrLoadModule(`/src/locales/${locale}.po`)) as { messages: Messages };
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
