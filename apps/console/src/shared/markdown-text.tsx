import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { anchorOf } from './anchor-of.ts';
import './narrow-rows.css';

/** The Markdown of our own documents, as far as the pages of alarms and of rooms use it: paragraphs, lists, tables, code, bold and links. */
export function MarkdownText({ markdown }: { markdown: string }) {
  const blocks = markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !block.startsWith('# '));
  return blocks.map((block, at) => <Block key={at} text={block} />);
}

function Block({ text }: { text: string }) {
  if (text.startsWith('```')) return <pre className="mono">{text.replace(/^```\w*\n|\n```$/g, '')}</pre>;
  if (text.startsWith('## '))
    return (
      <h2 id={anchorOf(text.slice(3))} tabIndex={-1}>
        {text.slice(3)}
      </h2>
    );
  if (text.startsWith('### ')) return <h3>{text.slice(4)}</h3>;
  if (text.startsWith('|')) return <Table lines={text.split('\n')} />;
  const items = text.split(/\n(?=(?:-|\d+\.) )/);
  if (items.every((item) => item.startsWith('- ')))
    return (
      <ul>
        {items.map((item, at) => (
          <Item key={at} text={item.slice(2)} />
        ))}
      </ul>
    );
  if (items.every((item) => /^\d+\. /.test(item)))
    return (
      <ol>
        {items.map((item, at) => (
          <li key={at}>{inline(item.replace(/^\d+\. /, ''))}</li>
        ))}
      </ol>
    );
  return <p>{inline(text)}</p>;
}

/** An item, with the list below it where there is one. */
function Item({ text }: { text: string }) {
  const [said = '', ...below] = text.split(/\n\s+- /);
  return (
    <li>
      {inline(said)}
      {below.length === 0 ? null : (
        <ul>
          {below.map((item, at) => (
            <li key={at}>{inline(item)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** A row a line; the second line only divides the head from the rest. */
function Table({ lines }: { lines: readonly string[] }) {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .replaceAll(/^\|\s*|\s*\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  return (
    <table className="narrow-rows">
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at}>{inline(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column} data-label={head[column]}>
                <span>{inline(cell)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const marks = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/;

function inline(text: string): ReactNode[] {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .split(marks)
    .map((part, at) => {
      if (part.startsWith('`')) return <code key={at}>{part.slice(1, -1)}</code>;
      if (part.startsWith('**')) return <strong key={at}>{part.slice(2, -2)}</strong>;
      if (part.startsWith('*')) return <em key={at}>{part.slice(1, -1)}</em>;
      const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
      return link === null ? part : <DocumentLink key={at} name={link[1] ?? ''} to={link[2] ?? ''} />;
    });
}

const alarmPages = Object.keys(import.meta.glob('../../../../docs/operations/alarms/*.md'));

/** Alarms have their page here; every other document is in the repository. */
function DocumentLink({ name, to }: { name: string; to: string }) {
  const alarm = /^(?:alarms\/)?([a-z-]+)\.md$/.exec(to)?.[1];
  if (alarm !== undefined && alarmPages.some((page) => page.endsWith(`/${alarm}.md`)))
    return (
      <Link className="link" to={`/alarms/${alarm}`}>
        {inline(name)}
      </Link>
    );
  return <cite title={to}>{inline(name)}</cite>;
}
