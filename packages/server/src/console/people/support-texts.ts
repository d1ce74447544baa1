import type { SupportTemplate } from '@tern/contracts/routes/console-person-tabs';

export type SupportText = { readonly title: string; readonly body: string };
/** By language; English is there always. */
export type SupportTexts = Readonly<Record<string, SupportText>> & { readonly en: SupportText };

/**
 * What support answers, in the languages that it is written in. Nothing is filled in: a text that says the same to everybody
 * can be read again before it is sent, and asks nobody for anything.
 */
export const supportTexts: Readonly<Record<SupportTemplate, SupportTexts>> = {
  'deposit-confirming': {
    en: {
      title: 'Your deposit is on its way',
      body: 'We see your deposit on the Tron network. It is added to your balance by itself once the network has confirmed it, usually within two minutes. You do not have to do anything.',
    },
    'zh-Hans': {
      title: '您的充值正在途中',
      body: '我们已在波场网络上看到您的充值。网络确认后会自动计入您的余额，通常在两分钟之内。您无需进行任何操作。',
    },
  },
  'deposit-missing': {
    en: {
      title: 'How to find a missing deposit',
      body: 'Open “Receive” in the app and choose “My deposit is missing”. Enter the transaction ID of your deposit. The page shows whether it reached one of your addresses, and what happens next.',
    },
    'zh-Hans': {
      title: '如何查找未到账的充值',
      body: '请在应用中打开“收款”，选择“我的充值未到账”，并输入充值的交易 ID。页面会显示它是否到达您的地址，以及接下来会怎样。',
    },
  },
  'transfer-under-review': {
    en: {
      title: 'Your transfer is being reviewed',
      body: 'We check some transfers before we send them. Your money is safe and stays yours. The record of the transfer shows how the review went. You can cancel the transfer there until it is approved.',
    },
    'zh-Hans': {
      title: '您的转账正在审核',
      body: '部分转账在发出前需要审核。您的资金是安全的，仍然属于您。该转账的记录会显示审核结果。在批准之前，您可以在那里取消转账。',
    },
  },
  'account-on-hold': {
    en: {
      title: 'Your account is on hold',
      body: 'Everything in your account stays yours, and you can still log in and receive. The message about the hold says when it ends at the latest. If you disagree, open “Support” in the app and choose “Complaints”. Another operator reads it, and you get an answer with reasons.',
    },
    'zh-Hans': {
      title: '您的账户已冻结',
      body: '您账户中的一切仍属于您，您仍可登录和收款。有关冻结的消息会说明它最迟何时结束。如有异议，请在应用中打开“客服”，选择“投诉”。由另一名操作员处理，您会收到说明理由的答复。',
    },
  },
  'factors-lost': {
    en: {
      title: 'How to get back into your account',
      body: 'If you still have a recovery code, use it where the authenticator code is asked for. If you have lost everything, open “Support” and choose “Lost all sign-in methods”. For your protection this takes a week, and anybody who still has access to the account can stop it.',
    },
    'zh-Hans': {
      title: '如何重新进入您的账户',
      body: '如果您还有恢复码，请在要求输入验证器代码的地方使用。如果全部丢失，请打开“客服”，选择“所有验证方式均已丢失”。为保护您的安全，这需要一周时间，仍能访问该账户的人可以阻止。',
    },
  },
  'scam-warning': {
    en: {
      title: 'Please be careful',
      body: 'We never ask for your passwords, codes or recovery codes, and we never ask you to send money to release other money. If somebody asked you for that, do not send anything, change your login password, and tell us under “Complaints”.',
    },
    'zh-Hans': {
      title: '请务必小心',
      body: '我们绝不会索要您的密码、验证码或恢复码，也绝不会要求您先转账才能解锁其他资金。如果有人这样要求，请不要转账，修改登录密码，并在“投诉”中告诉我们。',
    },
  },
};
