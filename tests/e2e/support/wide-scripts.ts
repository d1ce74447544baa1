// How wide a text can be in the fonts of a system, against Noto's: measured in docs/decisions/0184.

export type WideScript = {
  readonly name: string;
  /** What is measured: a refusal of ours in a language of this script. */
  readonly sample: string;
  /** The width of the sample in Noto's regular face, in em. */
  readonly noto: number;
  /** How many times as wide as that text is here, in weights up to 500 and above. */
  readonly wider: { readonly regular: number; readonly bold: number };
  /** What is written in it, as CSS says it. */
  readonly ranges: string;
};

/** As wide as the widest face we measured of each, or wider; the others say why. */
const usual = { regular: 1.15, bold: 1.22 } as const;

/**
 * Every script of our languages but those whose letters are all one em wide in any font: Chinese, Japanese, Korean. The first
 * has whatever has no script of its own as well: digits, spaces, signs.
 */
export const wideScripts: readonly WideScript[] = [
  {
    name: 'Latin',
    sample: 'Der Betrag überschreitet das Höchstlimit',
    noto: 19.19,
    wider: usual,
    ranges: 'U+0-10FFFF',
  },
  {
    name: 'Cyrillic',
    sample: 'Суммапереводабольшемаксимальной',
    noto: 19.04,
    wider: usual,
    ranges: 'U+400-52F',
  },
  {
    name: 'Greek',
    sample: 'Τοποσόμεταφοράςυπερβαίνειτομέγιστοόριο',
    noto: 21.12,
    wider: usual,
    ranges: 'U+370-3FF, U+1F00-1FFF',
  },
  {
    name: 'Arabic',
    sample: 'مبلغالتحويليتجاوزالحدالأقصى',
    noto: 11.42,
    wider: { regular: 1.15, bold: 1.25 },
    ranges: 'U+600-6FF, U+750-77F, U+FB50-FDFF, U+FE70-FEFE',
  },
  { name: 'Hebrew', sample: 'סכוםההעברהחורגמהמקסימום', noto: 12.64, wider: usual, ranges: 'U+590-5FF' },
  {
    name: 'Devanagari',
    sample: 'ट्रांसफ़रकीरक़मअधिकतमसीमासेज़्यादाहै',
    noto: 14.11,
    wider: usual,
    ranges: 'U+900-97F',
  },
  {
    name: 'Bengali',
    sample: 'ট্রান্সফারেরপরিমাণসর্বোচ্চসীমারবেশি',
    noto: 14.7,
    wider: usual,
    ranges: 'U+980-9FF',
  },
  { name: 'Tamil', sample: 'பரிமாற்றத்தொகைஅதிகபட்சவரம்பைமீறுகிறது', noto: 24.78, wider: usual, ranges: 'U+B80-BFF' },
  { name: 'Sinhala', sample: 'මාරුකරනමුදලඋපරිමසීමාවඉක්මවයි', noto: 17.26, wider: usual, ranges: 'U+D80-DFF' },
  { name: 'Thai', sample: 'จำนวนโอนเกินขีดจำกัดสูงสุด', noto: 11.27, wider: usual, ranges: 'U+E00-E7F' },
  {
    name: 'Lao',
    sample: 'ຈຳນວນໂອນເກີນຂີດສູງສຸດ',
    noto: 9.25,
    wider: { regular: 1.15, bold: 1.3 },
    ranges: 'U+E80-EFF',
  },
  {
    name: 'Khmer',
    sample: 'ចំនួនផ្ទេរលើសកម្រិតអតិបរមា',
    noto: 10.61,
    wider: { regular: 1.22, bold: 1.22 },
    ranges: 'U+1780-17FF, U+19E0-19FF',
  },
  {
    name: 'Burmese',
    sample: 'ငွေလွှဲပမာဏသည်အများဆုံးကန့်သတ်ချက်ထက်ကျော်နေသည်',
    noto: 26.16,
    wider: usual,
    ranges: 'U+1000-109F',
  },
];
