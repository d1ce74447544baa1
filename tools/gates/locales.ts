import { checkLocales, decideOffered, readOffered } from '../locales/check-locales.ts';
import type { Gate } from './gate.ts';

/**
 * Every language's texts say the same as the English ones with the same placeholders, in that language's plural forms,
 * and people are offered exactly the languages that are complete.
 */
export const localesGate: Gate = {
  name: 'locales',
  run: async (root) => {
    const states = await checkLocales(root);
    if (states.length === 0) return ['no catalogues found'];
    const before = readOffered(root);
    const offered = decideOffered(states, before);
    return [
      ...states.flatMap(({ faults }) => faults),
      ...before
        .filter((id) => !offered.includes(id))
        .map((id) => {
          const missing = states.find(({ locale }) => locale === id)?.missing.length ?? 'all';
          return `${id} is offered, but misses ${missing} texts: translate them (npm run locales -- --help) or run npm run locales -- --write, which withdraws it`;
        }),
      ...offered
        .filter((id) => !before.includes(id))
        .map((id) => `${id} is complete, but not offered: run npm run locales -- --write`),
    ];
  },
};
