/** Letters that people read as another one, by what they read them as. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', г: 'r', е: 'e', ё: 'e', з: '3', и: 'u', і: 'i', ї: 'i', к: 'k', м: 'rn', н: 'h', о: 'o' },
  ...{ п: 'n', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', ј: 'j', ԁ: 'd', ԛ: 'q', ԝ: 'w', һ: 'h' },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w' },
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ɡ: 'g', ɑ: 'a', ᴛ: 't', ᴇ: 'e', ʀ: 'r', ɴ: 'n' },
  ...{ m: 'rn', l: 'i', j: 'i' },
};

/** What a name looks like: without capitals, marks and anything that is no letter, and with one letter for all that look alike. */
export function foldName(name: string): string {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
  return [...bare].map((letter) => lookAlikes[letter] ?? letter).join('');
}
