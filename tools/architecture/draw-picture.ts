import { placeBetween } from '../documents/place-between.ts';

/** What a folder may import, by folder. */
export type ImportTable = Readonly<Record<string, readonly string[]>>;

const pictureStart = '<!-- Written by npm run picture from tools/gates/boundary-rules.ts. -->';
const pictureEnd = '<!-- End of the picture. -->';

/**
 * The folders and what each stands on, as a diagram that GitHub and editors draw. An arrow that follows from others is left
 * out: who imports `ledger` has `money` below it anyway.
 */
export function drawPicture(imports: ImportTable, streets: readonly string[]): string {
  const folders = Object.keys(imports);
  const groups = [
    ['apps', 'Browsers'],
    ['services', 'Processes'],
    ['packages', 'Packages'],
  ] as const;
  return [
    '```mermaid',
    'flowchart TB',
    ...groups.flatMap(([group, title]) => [
      `  subgraph ${group}["${title}: ${group}/"]`,
      ...folders.filter((folder) => folder.startsWith(`${group}/`)).flatMap((folder) => drawFolder(folder, streets)),
      '  end',
    ]),
    ...folders.flatMap((folder) =>
      directlyBelow(imports, folder).map((below) => `  ${idOf(folder)} --> ${idOf(below)}`),
    ),
    '```',
  ].join('\n');
}

/** The server package with its streets from the top down, any other folder by its name. */
function drawFolder(folder: string, streets: readonly string[]): readonly string[] {
  const name = folder.slice(folder.indexOf('/') + 1);
  if (folder !== 'packages/server') return [`    ${idOf(folder)}[${name}]`];
  return [`    ${idOf(folder)}["${name}: ${streets.toReversed().join(' → ')}"]`];
}

/** What a folder imports that nothing else it imports stands on. */
function directlyBelow(imports: ImportTable, folder: string): readonly string[] {
  const all = imports[folder] ?? [];
  return all.filter((below) => !all.some((other) => other !== below && reaches(imports, other, below)));
}

function reaches(imports: ImportTable, from: string, to: string): boolean {
  return (imports[from] ?? []).some((next) => next === to || reaches(imports, next, to));
}

function idOf(folder: string): string {
  return folder.replaceAll(/[^a-z]/g, '_');
}

/** ARCHITECTURE.md with the picture in the place marked for it. Throws where there is none. */
export function placePicture(document: string, picture: string): string {
  return placeBetween(document, { start: pictureStart, end: pictureEnd }, picture);
}
