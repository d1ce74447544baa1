import type { MessageValues, RenderedMessage } from './message.ts';

type Values = MessageValues['operator-key-added'];

const texts = {
  en: {
    subject: 'new passkey of an operator',
    body: ({ operator, key, until }: Values) =>
      `${operator} has added a further passkey, called “${key}”. Until ${until} it decides nothing about money, operators or keys.\n\nIf it is yours, there is nothing to do. If it is not, or you are not sure, ask ${operator} on a number that you already had. If nobody knows the key, propose at once to disable the operator.`,
    outro: (link: string) => `Open the console: ${link}`,
  },
  'zh-Hans': {
    subject: '操作员的新通行密钥',
    body: ({ operator, key, until }: Values) =>
      `${operator} 添加了另一个通行密钥，名为“${key}”。在 ${until} 之前，它不能就资金、操作员或密钥作出任何决定。\n\n如果是您本人添加的，则无需操作。如果不是或您不确定，请用您已有的号码询问 ${operator}。如果无人知道该密钥，请立即提议停用该操作员。`,
    outro: (link: string) => `打开控制台：${link}`,
  },
};

/** The mail that tells of an operator's further key, in the console's two languages; `until` as ISO 8601. Pure. */
export function renderKeyNotice(
  values: Values,
  { language, productName }: { readonly language: string | null; readonly productName: string },
): RenderedMessage {
  const { subject, body, outro } = texts[language === 'zh-Hans' ? 'zh-Hans' : 'en'];
  const until = `${values.until.slice(0, 16).replace('T', ' ')} UTC`;
  return { subject: `${productName}: ${subject}`, text: `${body({ ...values, until })}\n\n${outro(values.link)}` };
}
