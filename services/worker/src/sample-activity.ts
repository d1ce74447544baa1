import type { ActivityTexts } from '@tern/server/money/activities/public';

/** What a newcomer to a development installation finds under Activity. */
export const sampleTexts: ActivityTexts = {
  en: {
    title: 'Show your exchange account',
    summary: 'Show your exchange user ID on a screenshot.',
    purpose:
      'We want to know which exchanges people use beside this wallet, so that deposits from there can be made easier.',
    criteria: [
      'The screenshot is of your own account page.',
      'The user ID is readable and is the one you typed.',
      'Nothing in the picture was changed.',
    ],
  },
  'zh-Hans': {
    title: '展示你的交易所账户',
    summary: '在截图中展示你的交易所用户 ID。',
    purpose: '我们想了解大家在使用本钱包的同时还使用哪些交易所，以便让从那里充值更加方便。',
    criteria: ['截图是你自己的账户页面。', '用户 ID 清晰可读，并且与你填写的一致。', '图片没有经过任何修改。'],
  },
};
