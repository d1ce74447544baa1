import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@tern/db/database';
import type { Asset } from '@tern/money/asset';
import PdfDocument from 'pdfkit';
import type { AccountStatement, Statement } from './read-statement.ts';
import { readStatementFont } from './statement-font.ts';
import { listMovements, sayAmount, sayMovement, sayTime } from './statement-lines.ts';
import { statementTexts, type StatementLanguage } from './statement-texts.ts';

/** Movements of one paper at most: some 400 pages. A longer period is a file of several papers, or CSV. */
export const pdfMovementsMax = 20_000;

type Input = {
  readonly statement: Statement;
  readonly from: string;
  readonly to: string;
  readonly language: StatementLanguage;
  readonly name: string | undefined;
  readonly productName: string;
  readonly now: Date;
};

type Deps = { readonly db: Pick<Database, 'kysely'>; readonly assets: readonly Asset[] };

const margin = 48;
/** Where each column begins and how wide it is, in points of a page of A4. */
const places = {
  time: [48, 96],
  what: [148, 132],
  counterparty: [284, 80],
  amount: [366, 86],
  balance: [456, 91],
} as const;
type Column = keyof typeof places;
const rowHeight = 15;
/** What is kept in memory for a slow reader. */
const bufferedBytes = 256 * 1024;
const ink = { text: '#121a19', soft: '#5a6462', line: '#d9d7d0' } as const;

type Paper = {
  readonly pdf: PDFKit.PDFDocument;
  readonly texts: (typeof statementTexts)[StatementLanguage];
  readonly input: Input;
  page: number;
};

/** A statement as PDF, page by page: the letters it shows are in the file, so that it looks the same everywhere. */
export async function* writeStatementPdf(deps: Deps, input: Input): AsyncGenerator<Uint8Array> {
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    info: { Title: statementTexts[input.language].title, Creator: input.productName, CreationDate: input.now },
    lang: input.language,
    bufferPages: false,
    autoFirstPage: false,
  });
  const paper: Paper = { pdf, texts: statementTexts[input.language], input, page: 0 };
  pdf.registerFont('text', await readStatementFont());
  const written = writePages(deps, paper).finally(() => pdf.end());
  // Who reads hears of a fault by the broken stream.
  written.catch((error: unknown) => pdf.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    for await (const chunk of pdf) yield chunk as Uint8Array;
    await written;
  } finally {
    pdf.destroy();
  }
}

async function writePages(deps: Deps, paper: Paper): Promise<void> {
  openPage(paper);
  writeHead(paper);
  const { statement } = paper.input;
  if (statement.accounts.length === 0) writeLine(paper, paper.texts.empty);
  for (const account of statement.accounts) await writeAccount(deps, paper, account);
}

function openPage(paper: Paper): void {
  const { pdf, texts, input } = paper;
  pdf.addPage();
  paper.page += 1;
  pdf.font('text').fontSize(8).fillColor(ink.soft);
  const bottom = pdf.page.height - margin - 12;
  const width = pdf.page.width - 2 * margin;
  pdf.text(`${input.productName} · ${texts.footer}`, margin, bottom, { width: width - 80, lineBreak: false });
  pdf.text(texts.page(paper.page), margin, bottom, { width, align: 'right', lineBreak: false });
  pdf.fillColor(ink.text);
  pdf.y = margin;
}

function writeHead(paper: Paper): void {
  const { pdf, texts, input } = paper;
  const { statement, from, to, name, now, productName } = input;
  pdf.fontSize(10).fillColor(ink.soft).text(productName, margin, pdf.y);
  pdf.fontSize(20).fillColor(ink.text).text(texts.title, margin, pdf.y);
  pdf.y += 8;
  const facts: readonly (readonly [string, string])[] = [
    ...(name === undefined || name === '' ? [] : [[texts.madeOutTo, name] as const]),
    [texts.person, statement.person.publicId],
    [texts.period, `${from} – ${to}`],
    [texts.written, `${sayTime(now)} UTC`],
  ];
  pdf.fontSize(9);
  for (const [label, value] of facts) {
    const top = pdf.y;
    pdf.fillColor(ink.soft).text(label, margin, top, { width: 130 });
    const low = pdf.y;
    pdf.fillColor(ink.text).text(value, margin + 136, top, { width: pdf.page.width - 2 * margin - 136 });
    pdf.y = Math.max(low, pdf.y) + 1;
  }
  pdf.y += 4;
  pdf.fillColor(ink.soft).text(texts.zone, margin, pdf.y, { width: pdf.page.width - 2 * margin });
  pdf.fillColor(ink.text);
}

async function writeAccount(deps: Deps, paper: Paper, account: AccountStatement): Promise<void> {
  const { pdf, texts } = paper;
  const asset = deps.assets.find(({ id }) => id === account.assetId);
  if (asset === undefined) return;
  // The name of an account never stands alone at the end of a page.
  makeRoom(paper, 110);
  pdf.y += 18;
  pdf.fontSize(12).fillColor(ink.text).text(asset.symbol, margin, pdf.y);
  pdf.fontSize(8).fillColor(ink.soft).text(`${texts.wallet} ${account.wallet}`, margin, pdf.y);
  pdf.y += 4;
  writeNames(paper);
  writeRow(paper, { time: paper.input.from, what: texts.opening, balance: group(sayAmount(account.opening, asset)) });
  if (account.to === undefined) writeLine(paper, texts.nothing);
  for await (const page of listMovements(deps.db, account)) {
    for (const entry of page) {
      const { what, counterparty } = sayMovement(entry, paper.input.language);
      const [amount, balance] = [group(sayAmount(entry.amount, asset)), group(sayAmount(entry.balanceAfter, asset))];
      writeRow(paper, { time: sayTime(entry.at), what, counterparty, amount, balance });
    }
    await waitForReader(pdf);
  }
  writeRow(paper, { time: paper.input.to, what: texts.closing, balance: group(sayAmount(account.closing, asset)) });
}

/** Lets other requests have their turn, and a slow reader catch up; throws where nobody reads any more. */
async function waitForReader(pdf: PDFKit.PDFDocument): Promise<void> {
  do await wait(1);
  while (pdf.readableLength > bufferedBytes && !pdf.destroyed);
  if (pdf.destroyed) throw new Error('nobody reads the statement any more');
}

function makeRoom(paper: Paper, height: number): boolean {
  const { pdf } = paper;
  if (pdf.y + height < pdf.page.height - margin - 20) return false;
  openPage(paper);
  return true;
}

function writeNames(paper: Paper): void {
  const { columns } = paper.texts;
  paper.pdf.fillColor(ink.soft);
  writeCells(paper, columns);
}

function writeRow(paper: Paper, cells: Partial<Record<Column, string>>): void {
  if (makeRoom(paper, rowHeight)) writeNames(paper);
  paper.pdf.fillColor(ink.text);
  writeCells(paper, cells);
}

function writeLine(paper: Paper, text: string): void {
  makeRoom(paper, rowHeight);
  paper.pdf
    .fontSize(8)
    .fillColor(ink.soft)
    .text(text, margin, paper.pdf.y + 4);
  paper.pdf.y += 4;
}

/** For readers: `1,229.50`. */
const group = (amount: string): string => amount.replace(/\B(?=(\d{3})+(?!\d))(?<![.]\d*)/g, ',');

/** Amounts stand at the end of their column; one that is too long is set smaller, never cut. */
function writeCells({ pdf }: Paper, cells: Partial<Record<Column, string>>): void {
  const top = pdf.y + 3;
  for (const [column, [left, width]] of Object.entries(places) as [Column, readonly [number, number]][]) {
    const text = cells[column];
    if (text === undefined) continue;
    pdf.fontSize(8);
    const isAmount = column === 'amount' || column === 'balance';
    const wide = pdf.widthOfString(text);
    if (wide > width) pdf.fontSize(Math.max(4, (8 * width) / wide));
    pdf.text(text, left, top, { width: width + 1, align: isAmount ? 'right' : 'left', lineBreak: false });
  }
  pdf.y = top + rowHeight - 3;
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(pdf.page.width - margin, pdf.y)
    .lineWidth(0.5)
    .strokeColor(ink.line)
    .stroke();
}
