import { expect, test } from 'vitest';
import { renderMessage } from './render-message.ts';

const directions = [
  '\u061C',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
];

test.each(directions.map((character) => [`U+${character.codePointAt(0)?.toString(16)}`, character]))(
  'A20 W17 no value of a mail turns the direction of what stands beside it: %s',
  (_, character) => {
    const values = {
      at: '2026-11-21T08:00:00.000Z',
      device: `Browser ${character}gnp.exe`,
      ip: `203.0.113.7${character}8`,
    };
    for (const language of ['en', 'ar']) {
      const bare = renderMessage(
        'notice-new-device',
        { ...values, device: 'Browser gnp.exe', ip: '203.0.113.7 8' },
        { language, productName: 'Tern x', word: 'sunny kite' },
      );
      const mail = renderMessage('notice-new-device', values, {
        language,
        productName: `Tern ${character}x`,
        word: `sunny${character}kite`,
      });
      // A translation may hold such a character of its own; values add none.
      const count = ({ subject, text }: typeof mail) => `${subject} ${text}`.split(character).length;
      expect(count(mail)).toBe(count(bare));
      expect(mail.text).toContain('gnp.exe');
    }
  },
);
