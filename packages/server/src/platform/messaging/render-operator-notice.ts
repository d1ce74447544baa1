import type { WaitingKind } from '@tern/contracts/routes/console-home';
import type { RenderedMessage } from './message.ts';

/** The console's two languages; what waits, by its kind. */
const texts = {
  en: {
    subject: 'waiting for you',
    intro: 'This waits for your decision:',
    outro: (link: string) =>
      `Open the console: ${link}\nYou chose this mail and how often it comes on the page Notices.`,
    kinds: {
      withdrawals: 'transfers to review',
      'held-deposits': 'deposits that are held for a check',
      entries: 'activity entries',
      complaints: 'complaints',
      bonuses: 'bonuses',
      resets: 'factor resets',
      'stuck-payouts': 'withdrawals that are stuck',
      'stuck-orders': 'treasury orders that are stuck',
      suspense: 'arrivals in suspense',
      quarantine: 'items in quarantine',
      'cold-orders': 'orders to cold storage',
      reserves: 'differences between books and chain',
      funds: 'proposals about funds',
      terms: 'proposals about fees and limits',
      announcements: 'announcements',
      activities: 'activities',
      operators: 'proposals about operators',
      webhooks: 'proposals about webhooks',
      screening: 'proposals about lists of refused addresses',
      keys: 'proposals about service keys',
      levels: 'proposals about levels of identity checks',
      'sign-outs': 'proposals to sign everybody out',
      'first-steps': 'first steps',
    } satisfies Record<WaitingKind, string> as Readonly<Record<string, string>>,
  },
  'zh-Hans': {
    subject: '有事项等待您处理',
    intro: '以下事项等待您的决定：',
    outro: (link: string) => `打开控制台：${link}\n您可以在“通知”页面更改此邮件及其频率。`,
    kinds: {
      withdrawals: '待审核的转账',
      'held-deposits': '待审核的充值',
      entries: '活动参与',
      complaints: '投诉',
      bonuses: '奖金',
      resets: '验证因素重置',
      'stuck-payouts': '卡住的提现',
      'stuck-orders': '卡住的资金指令',
      suspense: '暂记款项',
      quarantine: '隔离项目',
      'cold-orders': '转入冷钱包的指令',
      reserves: '账目与链上的差异',
      funds: '资金提案',
      terms: '费用与限额提案',
      announcements: '公告',
      activities: '活动',
      operators: '操作员提案',
      webhooks: 'Webhook 提案',
      screening: '拒绝地址名单提案',
      keys: '服务密钥提案',
      levels: '身份核验等级提案',
      'sign-outs': '将所有人登出的提案',
      'first-steps': '初始步骤',
    } satisfies Record<WaitingKind, string> as Readonly<Record<string, string>>,
  },
};

/** The mail that tells an operator what waits for them; `waiting` as `kind count, kind count`. Pure. */
export function renderOperatorNotice(
  { waiting, link }: { readonly waiting: string; readonly link: string },
  { language, productName }: { readonly language: string | null; readonly productName: string },
): RenderedMessage {
  const { subject, intro, outro, kinds } = texts[language === 'zh-Hans' ? 'zh-Hans' : 'en'];
  const lines = waiting.split(', ').map((each) => {
    const [kind = '', items = ''] = each.split(' ');
    return `- ${kinds[kind] ?? kind}: ${items}`;
  });
  return { subject: `${productName}: ${subject}`, text: [intro, ...lines, '', outro(link)].join('\n') };
}
