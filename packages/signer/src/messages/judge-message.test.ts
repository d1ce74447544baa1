import { addressToHex, findAddressFromHex, getAddress, type TronAddress } from '@tern/tron/address';
import type { MessageFault } from '@tern/tron/signer-protocol';
import { describe, expect, test } from 'vitest';
import { judgeMessage, type House } from './judge-message.ts';

const own = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
const hot = findAddressFromHex('77'.repeat(20)) as TronAddress;
const house: House = {
  names: ['Sea Harrier'],
  hosts: ['wallet.sea-harrier.example', 'localhost:4300'],
  accounts: [hot],
};
const judge = (text: string) => judgeMessage(text, house);
const hex = (text: string) => Buffer.from(text).toString('hex');

describe('K12 what honest sites ask for is signed', () => {
  test.each([
    [
      'a sign-in',
      `app.harbour.example wants you to sign in with your Tron account:\n${own}\n\nI accept the Harbour Terms of Service: https://harbour.example/tos\n\nURI: https://app.harbour.example/login\nVersion: 1\nChain ID: 728126428\nNonce: 32891756\nIssued At: 2026-11-21T14:31:40Z\nExpiration Time: 2026-11-21T14:36:40Z\nResources:\n- https://harbour.example/my-claim.json`,
    ],
    [
      'a market',
      `Welcome to Harbour Market!\n\nClick to sign in and accept the Harbour Terms of Service (https://harbour.example/tos) and Privacy Policy (https://harbour.example/privacy).\n\nThis request will not trigger a blockchain transaction or cost any gas fees.\n\nWallet address:\n${own}\n\nNonce:\n3f0c2e4e-8e0b-4d0e-9f8a-1f6d3c9b7a55`,
    ],
    [
      'a proof that one controls an address',
      `I am verifying ownership of the wallet address ${own} as customer 7feaf33d-8551-4144-bfcb-01c86bcff857. This message was signed on 20/01/2026 to confirm my control over this wallet.`,
    ],
    ['a proof of one line', `I confirm that the wallet ${own} belongs to me.`],
    [
      'a sentence that says whose it is',
      'Sign this message to prove that this wallet belongs to you. It moves no coins.',
    ],
    ['a nonce of 64 digits with a sentence', `Please sign to log in to Harbour.\nNonce: ${'9f'.repeat(32)}`],
    ['an owner', `I am the owner of the wallet ${own}`],
    ['a request', 'This is a signature request from Wallet Bridge. I am signing in to Harbour with my wallet.'],
    [
      'who runs the site',
      'Connect your wallet. Harbour is operated by Harbour Ltd. We never ask for your private key.',
    ],
    ['a vote', 'I vote YES on proposal 12 of Harbour with my Tron account'],
    ['an address and a time', `${own}-1771047651`],
    ['what looks like hexadecimal', '0x01EF'],
    ['a short code', 'login-83750'],
    ['a code alone', '3f0c2e4e-8e0b-4d0e-9f8a-1f6d3c9b7a55'],
    ['a claim', `I claim my 250 HRB of season 2 to ${own}.`],
    ['an email and a price', 'Link tom@harbour.example for €5 a month. All rights reserved. Wallet: T…'],
    ['Chinese', `欢迎来到海港！请签名以登录。这不会花费任何燃料费。\n地址：${own}\n随机数：8271`],
    ['Japanese', 'ハーバーにログインします。この署名に手数料はかかりません。ナンス: 8271'],
    ['Korean', '하버에 로그인하려면 서명하세요. 수수료가 없습니다. 논스: 8271'],
    [
      'Persian with joiners',
      'برای ورود به بندر امضا کنید. این کار هزینه‌ای ندارد و کیف‌پول شما را تغییر نمی‌دهد و می‌توانید لغو کنید. می‌خواهید؟',
    ],
    ['Arabic with marks of direction', 'سجّل الدخول إلى \u2068app.harbour.example\u2069\u200f. الرقم: 8271'],
    ['Hebrew', 'התחברות אל Harbour. החתימה אינה עולה דבר. מספר: 8271'],
    ['Hindi', 'हार्बर में साइन इन करें। यह निःशुल्क है और आपके बटुए को नहीं बदलता।'],
    ['Burmese', 'ဆိပ်ကမ်းသို့ ဝင်ရောက်ရန် လက်မှတ်ထိုးပါ။'],
    ['Russian', 'Подпишите это сообщение, чтобы войти в Гавань. Это бесплатно. Код: 8271'],
    ['Greek', 'Υπογράψτε για να συνδεθείτε στο Harbour. Κωδικός: 8271'],
    ['Portuguese', 'Assine para entrar no Porto. Isto não tem custo e não move moedas.'],
    ['emoji', 'Sign in to Harbour Market 🦆👩‍👩‍👧‍👦🏳️‍🌈 today'],
    ['a zero-width space', 'Sign in to Harbour\u200bMarket\nNonce: 7f3a91c0d2'],
    ['empty lines', `Sign in to Harbour${'\n'.repeat(9)}Nonce: 8271\n\n\nIt is free.${' '.repeat(64)}`],
    ['lines of Windows', 'Sign in to Harbour\r\nNonce:\t7f3a91c0d2\r\n'],
  ])('%s', (_name, text) => {
    expect(judge(text)).toBeUndefined();
  });
});

/** Statements as custodians publish them, and orders as protocols read them. */
const refused: readonly (readonly [MessageFault, string, string])[] = [
  ['ownership', 'the text of a large exchange', 'I am an OKX address'],
  ['ownership', 'with an apostrophe', "I'm a Kraken cold wallet"],
  ['ownership', 'of a company', `The address ${own} belongs to Harbour Exchange Ltd.`],
  ['ownership', 'passive', `The wallet ${own} is owned and controlled by Harbour Exchange`],
  ['ownership', 'of many', 'We control this address'],
  ['ownership', 'for another', 'I sign this on behalf of Harbour Exchange'],
  ['ownership', 'a kind of address', 'Signed with the exchange wallet of Harbour'],
  ['ownership', 'a role', 'Authorised signatory: T. Thief'],
  ['ownership', 'an office', 'Signed as director of Harbour Exchange'],
  ['ownership', 'active', 'Harbour Exchange controls this address'],
  ['ownership', 'holding', 'Harbour Exchange holds 100,000 USDT at this address'],
  ['ownership', 'a property', 'This wallet is the property of Harbour Exchange'],
  ['ownership', 'in the past', 'On 30 November 2026 this address was under the control of Harbour'],
  ['ownership', 'that changes', 'I transfer ownership of this address to Tom'],
  ['ownership', 'by a power of attorney', 'Power of attorney: Tom may act for this address'],
  ['reserves', 'as a statement', 'Statement of assets of Harbour at 30 November 2026'],
  ['reserves', 'as a tree', 'Merkle root of Harbour: ab12'],
  ['custody', 'of a custodian', 'Custodian: Harbour Exchange'],
  ['reserves', 'by its name', 'Harbour Proof of Reserves 2026-11-30'],
  ['reserves', 'split over lines', 'Proof\nof\nReserves'],
  ['reserves', 'of solvency', 'Proof of solvency at block 70000000'],
  ['reserves', 'of somebody’s money', 'These coins are customer funds of Harbour'],
  ['reserves', 'of an audit', 'Audit of Harbour, November 2026'],
  ['reserves', 'in Chinese', '海港交易所储备金证明，2026年11月'],
  ['reserves', 'in Japanese', '準備金の証明 2026年11月'],
  ['reserves', 'in Korean', '하버 거래소 준비금 증명'],
  ['reserves', 'in Russian', 'Доказательство резервов биржи'],
  ['reserves', 'in French', 'Preuve de réserves, novembre 2026'],
  ['reserves', 'in German', 'Reservenachweis zum 30. November 2026'],
  ['reserves', 'in Arabic', 'إثبات الاحتياطيات لعام 2026'],
  ['custody', 'for the travel rule', `I declare that ${own} is a self-hosted wallet`],
  ['custody', 'in one word', 'This unhosted wallet is mine'],
  ['custody', 'of keys', `I alone hold the private key of ${own}`],
  ['custody', 'sole control', 'I have sole control over this address'],
  ['house', 'by name', 'Sign in to Sea Harrier'],
  ['house', 'by host', 'wallet.sea-harrier.example wants you to sign in'],
  ['house', 'by host and port', 'localhost:4300 wants you to sign in'],
  ['house', 'by an account', `This text is about ${hot}.`],
  ['house', 'by an account in digits', `This text is about ${addressToHex(hot)}.`],
  ['house', 'by an account of another chain', `This text is about 0x${addressToHex(hot).slice(2).toUpperCase()}.`],
  ['house', 'as its operators sign', 'signer approval 1\n{"kind":"order"}'],
  ['house', 'as its console signs', 'console decision 1\nreviews.decide'],
  ['permit', 'by name', 'Permit 5 USDT until 2027'],
  ['permit', 'by another name', 'I approve the withdrawal of 5 USDT'],
  ['permit', 'a spender', `spender: ${own}, value: 5`],
  ['permit', 'a call', 'setApprovalForAll(operator, true)'],
  ['permit', 'a word in a name of a program', 'call approveToken with 5'],
  ['permit', 'to spend', 'I authorise Harbour to spend my USDT'],
  ['permit', 'of accounts', 'Change the owner permission to three keys'],
  ['structured', 'typed data', JSON.stringify({ types: {}, domain: {}, primaryType: 'Login', message: {} })],
  ['structured', 'any JSON', '{"login":"harbour"}'],
  ['structured', 'a list', '["login","harbour"]'],
  ['structured', 'nearly JSON', "{login: 'harbour',}"],
  ['structured', 'XML', '<login to="harbour"/>'],
  ['structured', 'typed data in a sentence', 'Please sign: primaryType Login, message Harbour'],
  ['transaction', 'as JSON', 'txID and raw_data_hex of what you sign'],
  ['transaction', 'as bytes', `Please sign to log in: 0a02${'1f'.repeat(2)}2208${'2e'.repeat(8)}40c0e9f7`],
  ['opaque', 'a hash', '9f'.repeat(32)],
  ['opaque', 'a hash with its prefix', `0x${'9F'.repeat(32)}`],
  ['opaque', 'a hash in two lines', `${'9f'.repeat(16)}\n${'8a'.repeat(16)}`],
  ['opaque', 'a hash in base64', Buffer.alloc(32, 0x9f).toString('base64')],
  ['opaque', 'a hash with a label', `Order hash: 0x${'9f'.repeat(32)}`],
  ['prefix', 'of Tron', 'TRON Signed Message:\n5hello'],
  ['prefix', 'of Ethereum', 'Ethereum Signed Message:\n5hello'],
  ['unreadable', 'the real prefix', '\u0019TRON Signed Message:\n5hello'],
  ['unreadable', 'NUL', 'Sign in\0Harbour'],
  ['unreadable', 'a return that overwrites the line', 'Sign in to Harbour\rProof of something'],
  ['unreadable', 'an escape of terminals', 'Sign in \u001b[8m hidden \u001b[0m to Harbour'],
  ['unreadable', 'a form feed', 'Sign in\fto Harbour'],
  ['unreadable', 'a next line', 'Sign in\u0085to Harbour'],
  ['unreadable', 'a line separator', 'Sign in\u2028to Harbour'],
  ['unreadable', 'half a pair', 'Sign in \ud800 to Harbour'],
  ['unreadable', 'private use', 'Sign in to \ue000 Harbour'],
  ['unreadable', 'no character', 'Sign in to \uffff Harbour'],
  ['unreadable', 'piled marks', `Sign in to H${'\u0336\u0325'.repeat(8)}arbour`],
  ['hidden-text', 'a page of empty lines', `Sign in to Harbour${'\n'.repeat(300)}and give Tom what I have`],
  ['hidden-text', 'a page of lines of Windows', `Sign in to Harbour${'\r\n'.repeat(10)}and more`],
  ['hidden-text', 'empty lines with spaces', `Sign in to Harbour${'\n \u3000\t'.repeat(10)}and more`],
  ['hidden-text', 'a row of spaces', `Sign in to Harbour${' '.repeat(65)}and more`],
  ['hidden-text', 'a row of wide spaces', `Sign in to Harbour${'\u2003'.repeat(300)}and more`],
  ['hidden-text', 'an override', 'Sign in to Harbour \u202esserdda XKO na ma I'],
  ['hidden-text', 'an embedding', 'Sign in to Harbour \u202bsserdda\u202c'],
  [
    'hidden-text',
    'tags',
    `Sign in to Harbour${[...'proof'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}`,
  ],
  ['hidden-text', 'a row of selectors', 'Sign in to Harbour 😀\ufe0f\ufe00\ufe01'],
  ['hidden-text', 'selectors of the supplement', 'Sign in to Harbour 😀\u{e0120}'],
  ['hidden-text', 'a row of zero-width characters', `Sign in to Harbour${'\u200b\u200c'.repeat(8)}`],
  ['digest', '32 bytes', 'Sign in to the Harbour Market 12'],
  ['digest', '32 bytes after a line break', '\nSign in to the Harbour Market 12'],
  ['digest', '32 bytes of other scripts', 'Вход в Гавань 1234'.padEnd(21, '!')],
  ['too-long', '2,001 bytes', 'a '.repeat(1_001).slice(0, 2_001)],
];

describe('K12 what speaks for the house, or for another protocol, is not signed', () => {
  test.each(refused)('%s: %s', (fault, _name, text) => {
    expect(judge(text)).toBe(fault);
  });
});

describe('K12 another spelling of the same statement is the same statement', () => {
  const statement = 'I am an OKX address';
  const others: readonly (readonly [string, string])[] = [
    ['capitals', statement.toUpperCase()],
    ['Cyrillic letters', 'І аm аn ОКХ аddrеѕѕ'],
    ['all Cyrillic', 'І ам ап ОКХ аԁԁгеѕѕ'],
    ['Greek letters', 'Ι αm αn ΟΚΧ αddrεss'],
    ['Cherokee letters', 'I am an OKX ᎪᎠᎠᏒᎬᏚᏚ'.replace('Ꮢ', 'r')],
    ['Lisu letters', 'I am an OKX ꓮꓓꓓꓣꓰꓢꓢ'],
    ['full width', 'Ｉ　ａｍ　ａｎ　ＯＫＸ　ａｄｄｒｅｓｓ'],
    ['mathematical letters', '𝐈 𝐚𝐦 𝐚𝐧 𝐎𝐊𝐗 𝐚𝐝𝐝𝐫𝐞𝐬𝐬'],
    ['script letters', '𝓘 𝓪𝓶 𝓪𝓷 𝓞𝓚𝓧 𝓪𝓭𝓭𝓻𝓮𝓼𝓼'],
    ['circled letters', 'Ⓘ ⓐⓜ ⓐⓝ ⓞⓚⓧ ⓐⓓⓓⓡⓔⓢⓢ'],
    ['white on black', '🅸 🅰🅼 🅰🅽 🅾🅺🆇 🅰🅳🅳🆁🅴🆂🆂'],
    ['flags', 'I am an OKX 🇦🇩🇩🇷🇪🇸🇸'],
    ['small capitals', 'I am an OKX ᴀᴅᴅʀᴇꜱꜱ'],
    ['superscripts', 'I am an OKX ᵃᵈᵈʳᵉˢˢ'],
    ['marks', 'Í ám án ÓKX áddréss'],
    ['struck through', 'I a\u0336m a\u0336n OKX a\u0336d\u0336dress'],
    ['digits', '1 4m 4n 0KX 4ddre55'],
    ['other spaces', 'I\u00a0am\u2003an\u3000OKX\u202faddress'],
    ['zero-width spaces in words', 'I a\u200bm an OKX addr\u200bess'],
    ['zero-width spaces between words', 'I\u200bam\u200ban\u200bOKX\u200baddress'],
    ['soft hyphens', 'I am an OKX ad\u00address'],
    ['joiners', 'I am an OKX a\u200dd\u200cdress'],
    ['a filler', 'I am an OKX add\u3164ress'],
    ['letters apart', 'I am an OKX a d d r e s s'],
    ['letters with dots', 'I am an OKX a.d.d.r.e.s.s'],
    ['a combining grapheme joiner', 'I am an OKX a\u034fddress'],
    ['punctuation', '"I—am…an (OKX) address!"'],
    ['lines', 'I\nam\n\tan\r\nOKX\naddress'],
    ['markup escapes', statement.replaceAll(' ', '&#32;').replaceAll('a', '&#x61;')],
    ['percent signs', encodeURIComponent(statement).replaceAll('a', '%61')],
    ['quoted-printable', 'I =61m =61n OKX =61ddress'],
    ['escapes of programs', String.raw`I \u0061m \x61n OKX \u{61}ddress`],
    ['hexadecimal', `Please sign to log in: 0x${hex(statement)}`],
    ['base64', `Please sign to log in: ${Buffer.from(statement).toString('base64')}`],
    [
      'base64 of base64',
      `Please sign to log in: ${Buffer.from(Buffer.from(statement).toString('base64')).toString('base64')}`,
    ],
    ['hexadecimal of full width', `Please sign to log in: ${hex('Ｉ ａｍ ａｎ ＯＫＸ ａｄｄｒｅｓｓ')}`],
  ];
  test.each(others)('%s', (_name, text) => {
    expect(judge(`Sign in to Harbour. ${text}`)).toBe('ownership');
  });

  test.each([
    ['an m of two letters', 'I perrnit this', 'permit'],
    ['a name of the house in Cyrillic', 'Sign in to Ѕеа Наrriеr', 'house'],
    ['a name of the house in one word', 'Sign in to SeaHarrier', 'house'],
    ['a name of the house cut up', 'Sign in to s-e-a-h-a-r-r-i-e-r', 'house'],
    ['an account of the house cut up', `Sign in ${[...hot].join(' ')}`, 'house'],
    [
      'an account of the house in full width',
      `Sign in ${[...hot].map((c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)).join('')}`,
      'house',
    ],
    ['a proof of reserves in one word', 'ProofOfReserves of November', 'reserves'],
  ])('%s', (_name, text, fault) => {
    expect(judge(text)).toBe(fault);
  });
});

test('K12 what cannot be recognised: the list of keys.md, so that a change of it is noticed', () => {
  for (const text of [
    // Other words for the same.
    'The keys of this place are in the hands of Harbour, as our books of 30 November show',
    // A language without a list.
    'Todistus varannoista: tämä osoite on meidän',
    // A statement that says nothing by itself, and everything to whoever agreed on it.
    'ref 2026-11-30/17',
    // Turned round, and letters for letters.
    'sserdda XKO na ma I',
    'V nz na BXK nqqerff',
    // An order of a protocol that reads sentences.
    'Sell 100 HRB for 5 USDT until Friday, order 17',
    // A site that wants a key of one's own, and does not say so.
    `I control ${own}.`,
    // A name alone.
    'This is Harbour Exchange',
    // An instruction to the house, which takes none in this form.
    'I authorise the release of all money to Tom',
  ])
    expect(judge(text)).toBeUndefined();
});
