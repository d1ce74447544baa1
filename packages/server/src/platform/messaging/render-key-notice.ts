import type { MessageValues, RenderedMessage } from './message.ts';

type Added = MessageValues['operator-key-added'];
type Removed = MessageValues['operator-key-removed'];
type Moved = MessageValues['operator-address-changed'];
type Told = { readonly language: string | null; readonly productName: string };

const texts = {
  en: {
    added: 'new passkey of an operator',
    sayAdded: ({ operator, key, until }: Added) =>
      `${operator} has added a further passkey, called “${key}”. Until ${until} it decides nothing about money, operators or keys.\n\nIf it is yours, there is nothing to do. If it is not, or you are not sure, ask ${operator} on a number that you already had. If nobody knows the key, propose at once to disable the operator.`,
    removed: 'passkey of an operator removed',
    sayRemoved: ({ operator, key, at }: Removed) =>
      `${operator} has removed a passkey of their own, ${key === '' ? 'the first one they had' : `called “${key}”`}, at ${at}. It signs nothing any more.\n\nIf it was you, there is nothing to do. If it was not, or you are not sure, ask ${operator} on a number that you already had. If they know nothing of it, somebody else holds another of their passkeys: propose at once to disable the operator.`,
    moved: 'address for an operator’s notices changed',
    sayMoved: ({ operator, at }: Moved) =>
      `The address for the notices of ${operator} was changed at ${at}. This mail goes to the former address and to the new one.\n\nIf you changed it, there is nothing to do. If you did not, somebody else uses a session of yours: ask two administrators at once to disable ${operator}, which ends every session, and then check your passkeys.`,
    outro: (link: string) => `Open the console: ${link}`,
  },
  'zh-Hans': {
    added: '操作员的新通行密钥',
    sayAdded: ({ operator, key, until }: Added) =>
      `${operator} 添加了另一个通行密钥，名为“${key}”。在 ${until} 之前，它不能就资金、操作员或密钥作出任何决定。\n\n如果是您本人添加的，则无需操作。如果不是或您不确定，请用您已有的号码询问 ${operator}。如果无人知道该密钥，请立即提议停用该操作员。`,
    removed: '操作员的通行密钥已移除',
    sayRemoved: ({ operator, key, at }: Removed) =>
      `${operator} 于 ${at} 移除了自己的${key === '' ? '第一个通行密钥' : `通行密钥“${key}”`}。该密钥不能再签署任何内容。\n\n如果是您本人移除的，则无需操作。如果不是或您不确定，请用您已有的号码询问 ${operator}。如果对方不知情，则有他人持有其另一个通行密钥：请立即提议停用该操作员。`,
    moved: '操作员的通知地址已更改',
    sayMoved: ({ operator, at }: Moved) =>
      `${operator} 的通知地址已于 ${at} 更改。此邮件发送到之前的地址和新地址。\n\n如果是您本人更改的，则无需操作。如果不是，则有他人在使用您的会话：请让两名管理员立即停用 ${operator}，然后检查您的通行密钥。`,
    outro: (link: string) => `打开控制台：${link}`,
  },
};

const textsOf = (language: string | null) => texts[language === 'zh-Hans' ? 'zh-Hans' : 'en'];
const written = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

/** The mail that tells of an operator's further key, in the console's two languages; `until` as ISO 8601. Pure. */
export function renderKeyNotice(values: Added, { language, productName }: Told): RenderedMessage {
  const { added, sayAdded, outro } = textsOf(language);
  const text = sayAdded({ ...values, until: written(values.until) });
  return { subject: `${productName}: ${added}`, text: `${text}\n\n${outro(values.link)}` };
}

/** The mail that tells of a key that its operator removed; `key` is empty for the first they had. Pure. */
export function renderKeyRemoval(values: Removed, { language, productName }: Told): RenderedMessage {
  const { removed, sayRemoved, outro } = textsOf(language);
  const text = sayRemoved({ ...values, at: written(values.at) });
  return { subject: `${productName}: ${removed}`, text: `${text}\n\n${outro(values.link)}` };
}

/** The mail that tells of another address for an operator's notices; it names neither address. Pure. */
export function renderAddressChange(values: Moved, { language, productName }: Told): RenderedMessage {
  const { moved, sayMoved, outro } = textsOf(language);
  const text = sayMoved({ ...values, at: written(values.at) });
  return { subject: `${productName}: ${moved}`, text: `${text}\n\n${outro(values.link)}` };
}
