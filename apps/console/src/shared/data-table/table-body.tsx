import type { Row as TableRow } from '@tanstack/react-table';
import { classNames } from '@tern/ui/class-names';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { DataColumn } from './data-column.ts';
import type { DataFeatures } from './data-features.ts';
import { moveBetweenRows } from './move-between-rows.ts';

/** The rows. A press anywhere in one opens it, unless it was on something of its own or marked a text. */
export function TableBody<Row extends Record<string, unknown>>(props: {
  columns: readonly DataColumn<Row>[];
  rows: readonly TableRow<DataFeatures, Row>[];
  pathOf: ((row: Row) => string) | undefined;
}) {
  const { columns, pathOf } = props;
  const navigate = useNavigate();
  const open = (event: MouseEvent<HTMLElement>, path: string) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null;
    if (isOwn || getSelection()?.isCollapsed === false) return;
    void navigate(path);
  };
  return (
    <tbody>
      {props.rows.map(({ id, original }) => {
        const path = pathOf?.(original);
        return (
          <tr
            key={id}
            className={path === undefined ? undefined : 'data-opens'}
            onClick={path === undefined ? undefined : (event) => open(event, path)}
          >
            {columns.map((column) => (
              <td
                key={column.id}
                className={classNames(column.end && 'end', column.whole && 'data-whole')}
                data-name={column.name}
              >
                <span>{linked(column, column.cell(original), path)}</span>
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

function linked<Row>({ opens }: DataColumn<Row>, cell: ReactNode, path: string | undefined): ReactNode {
  if (opens !== true || path === undefined) return cell;
  return (
    <Link className="link" to={path} data-row-link onKeyDown={moveBetweenRows}>
      {cell}
    </Link>
  );
}
