export type Level = 1 | 2 | 3;
export type AsvsId = { readonly id: string; readonly level: Level };
export type Chapter = { readonly id: string; readonly name: string; readonly requirements: readonly AsvsId[] };

/**
 * Every requirement of OWASP ASVS 5.0.0 (May 2025): for each chapter its sections, and of each requirement of a section its
 * level. `22` is a section with two requirements of level 2.
 */
const levels: readonly (readonly [name: string, ...sections: readonly string[]])[] = [
  ['Encoding and Sanitization', '22', '1111122223', '112222222223', '222', '123'],
  ['Validation and Business Logic', '122', '112', '12223', '23'],
  ['Web Frontend Security', '3', '113', '12223', '11222233', '11122333', '3', '22333'],
  ['API and Web Service', '12233', '23333', '22', '1222'],
  ['File Handling', '2', '112333', '113', '222'],
  ['Authentication', '122', '111111112222', '11223333', '112233', '22222333', '2223', '33', '2222'],
  ['Session Management', '222', '1111', '22', '11222', '223', '22'],
  ['Authorization', '1233', '1123', '133', '23'],
  ['Self-contained Tokens', '111', '1222'],
  ['OAuth and OIDC', '22', '223', '22223', '1111122222233333', '22222', '22', '222'],
  ['Cryptography', '2233', '22233', '11233', '1222', '23', '23', '33'],
  ['Secure Communication', '12233', '11', '22223'],
  ['Configuration', '2333', '222223', '2233', '1222233'],
  ['Data Protection', '22', '12223333', '122'],
  ['Secure Coding and Architecture', '12233', '12233', '1222222', '3333'],
  ['Security Logging and Error Handling', '2', '22222', '2222', '222', '2223'],
  ['WebRTC', '23', '22223333', '22'],
];

export const chapters: readonly Chapter[] = levels.map(([name, ...sections], at) => ({
  id: `V${at + 1}`,
  name,
  requirements: sections.flatMap((section, inChapter) =>
    [...section].map((level, inSection) => ({
      id: `V${at + 1}.${inChapter + 1}.${inSection + 1}`,
      level: Number(level) as Level,
    })),
  ),
}));
