import { isMessageTextKey, messageText, type MessageTextKey } from '@tern/locales/message-text';
import type { MessageTemplate, MessageValues, RenderedMessage } from './message.ts';
import { renderAddressChange, renderKeyNotice, renderKeyRemoval } from './render-key-notice.ts';
import { renderOperatorNotice } from './render-operator-notice.ts';

type Values = Readonly<Record<string, string>>;
type Write = (key: MessageTextKey, values: Values) => string;

/** The moments among the values; all are ISO 8601. */
const moments: ReadonlySet<string> = new Set(['at', 'readyAt', 'due', 'until']);

/**
 * The text of a message in the person's language, or in English where it is not translated.
 * Control and direction-changing characters in values become spaces, so that no value starts a line or a header.
 */
export function renderMessage<Template extends MessageTemplate>(
  template: Template,
  values: MessageValues[Template],
  {
    language,
    productName,
    word,
  }: { readonly language: string | null; readonly productName: string; readonly word?: string | undefined },
): RenderedMessage {
  if (template === 'operator-waiting')
    return renderOperatorNotice(values as MessageValues['operator-waiting'], { language, productName });
  if (template === 'operator-key-added')
    return renderKeyNotice(values as MessageValues['operator-key-added'], { language, productName });
  if (template === 'operator-key-removed')
    return renderKeyRemoval(values as MessageValues['operator-key-removed'], { language, productName });
  if (template === 'operator-address-changed')
    return renderAddressChange(values as MessageValues['operator-address-changed'], { language, productName });
  const clean: Values = {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cleanValue(name, value)])),
    product: cleanLine(productName),
  };
  const message = compose(template, (key, further) => messageText(language, key, { ...clean, ...further }));
  return word === undefined
    ? message
    : { ...message, text: `${messageText(language, 'word', { word: cleanLine(word) })} ${message.text}` };
}

/** Codes and most notices have one frame each; the others say all of it themselves. */
function compose(template: MessageTemplate, write: Write): RenderedMessage {
  const own = (part: 'purpose' | 'subject' | 'happened' | 'text'): string | undefined => {
    const key = `${template}.${part}`;
    return isMessageTextKey(key) ? write(key, {}) : undefined;
  };
  const purpose = own('purpose');
  if (purpose !== undefined) {
    return { subject: write('code.subject', { purpose }), text: write('code.text', { purpose }) };
  }
  const [subject, happened, text] = [own('subject'), own('happened'), own('text')];
  if (subject === undefined) throw new TypeError(`${template} has no subject`);
  return {
    subject: write('notice.subject', { subject }),
    text: text ?? write('notice.text', { happened: happened ?? subject }),
  };
}

/** Moments are written alike in all languages: a message is read wherever its reader happens to be. */
function cleanValue(name: string, value: string): string {
  return moments.has(name) ? `${value.slice(0, 16).replace('T', ' ')} UTC` : cleanLine(value);
}

function cleanLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}
