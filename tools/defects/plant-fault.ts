import { applyEdit, type Edit } from '../mutate/edit.ts';
import type { Fault, PieceKind } from './fault.ts';
import { findPiece, nodesIn, type SomeNode } from './find-piece.ts';
import { hasConditionInSql, plantInSql } from './plant-in-sql.ts';

/** The files of these faults with all of them in. Throws, with the name of the file, where one cannot be planted. */
export function plantFaults(
  faults: readonly Fault[],
  read: (file: string) => string,
): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const fault of faults) {
    try {
      files[fault.file] = plantFault(files[fault.file] ?? read(fault.file), fault);
    } catch (error) {
      throw new Error(`${fault.file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  return files;
}

/** The source with a fault in it. Throws where what the fault is in is gone, or is there more than once. */
export function plantFault(source: string, fault: Fault): string {
  const edits =
    fault.file.endsWith('.sql') || isInSql(source, fault) ? [plantInSql(source, fault)] : editsOf(source, fault);
  const planted = edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, edit) => applyEdit(text, edit), source);
  if (planted === source) throw new Error(`${fault.operator} changes nothing in ${fault.in}`);
  return planted;
}

/** Conditions of statements are looked for where the code around them has none that fits. */
function isInSql(source: string, fault: Fault): boolean {
  if (fault.operator === 'reverse-order' || fault.operator === 'drop-term' || fault.operator === 'drop-lock')
    return true;
  const isCondition = ['always', 'never', 'compare'].includes(fault.operator);
  return isCondition && hasConditionInSql(source, fault);
}

function editsOf(source: string, fault: Fault): readonly Edit[] {
  const { mentions } = fault;
  const piece = (kind: PieceKind): SomeNode => findPiece(source, { symbol: fault.in, kind, mentions });
  switch (fault.operator) {
    case 'always':
      return [replace(piece('condition'), 'true')];
    case 'never':
      return [replace(piece('condition'), 'false')];
    case 'compare':
      return [compare(source, piece('condition'), fault.by)];
    case 'ignore-answer': {
      const statement = piece('statement');
      return [replace(statement, `${textOf(source, statement['test'] as SomeNode)};`)];
    }
    case 'remove-statement':
      return [replace(piece('statement'), '')];
    case 'swap-statements':
      return swap(source, piece('statement'), fault.in);
    case 'skip-call':
      return [replace(piece('call'), 'undefined')];
    case 'replace-callee':
      return replaceCallee(source, piece('call'), fault);
    case 'replace-constant':
      return [replaceConstant(source, fault)];
    case 'replace': {
      const found = piece(fault.kind);
      return [...importing(fault.imports ?? []), replace(found, fill(source, found, fault.by))];
    }
    case 'reverse-order':
    case 'drop-term':
    case 'drop-lock':
      throw new Error(`${fault.operator} is for SQL`);
  }
}

function compare(source: string, condition: SomeNode, by: string): Edit {
  const left = condition['left'] as SomeNode;
  const at = source.indexOf(String(condition['operator']), left.end);
  return { start: at, end: at + String(condition['operator']).length, text: by };
}

function swap(source: string, first: SomeNode, symbol: string): readonly Edit[] {
  const blocks = nodesIn(source, symbol, 'BlockStatement').map(({ body }) => body as readonly SomeNode[]);
  const block = blocks.find((statements) => statements.some(({ start }) => start === first.start)) ?? [];
  const second = block[block.findIndex(({ start }) => start === first.start) + 1];
  if (second === undefined) throw new Error(`nothing follows the statement in ${symbol}`);
  return [replace(first, textOf(source, second)), replace(second, textOf(source, first))];
}

/** The callee is the first that is mentioned; the other comes from its module under its own name. */
function replaceCallee(
  source: string,
  call: SomeNode,
  { by, from }: { readonly by: string; readonly from: string },
): readonly Edit[] {
  const isKnown = new RegExp(String.raw`^import[^;]*\b${by}\b[^;]*from`, 'm').test(source);
  return [...importing(isKnown ? [] : [`import { ${by} } from '${from}';`]), replace(call['callee'] as SomeNode, by)];
}

function replaceConstant(source: string, fault: Fault & { readonly operator: 'replace-constant' }): Edit {
  const constants = nodesIn(source, fault.in, 'Literal').filter((node) => textOf(source, node).includes(fault.text));
  const [constant, second] = constants;
  if (constant === undefined || second !== undefined)
    throw new Error(`${constants.length} constants in ${fault.in} with ${fault.text}`);
  return replace(
    constant,
    textOf(source, constant).replace(fault.text, () => fault.by),
  );
}

/** Puts the parts of a piece into what is to stand there. Throws where a part is asked for that there is not. */
function fill(source: string, piece: SomeNode, by: string): string {
  const callee = piece['callee'] as SomeNode | undefined;
  const given = (piece['arguments'] as readonly SomeNode[] | undefined) ?? [];
  return by.replaceAll(/\$(of|\d+)?(?!\{)/g, (_, part: string | undefined) => {
    if (part === undefined) return textOf(source, piece);
    const node = part === 'of' ? (callee?.['object'] as SomeNode | undefined) : given[Number(part)];
    if (node === undefined) throw new Error(`the piece has no $${part}: ${textOf(source, piece)}`);
    return textOf(source, node);
  });
}

function importing(lines: readonly string[]): readonly Edit[] {
  return lines.length === 0 ? [] : [{ start: 0, end: 0, text: `${lines.join('\n')}\n` }];
}

function replace({ start, end }: SomeNode, text: string): Edit {
  return { start, end, text };
}

function textOf(source: string, { start, end }: SomeNode): string {
  return source.slice(start, end);
}
