import { useState } from 'react';
import { useOperator } from '../operator.ts';
import type { DataColumn } from './data-column.ts';

type Shown = Readonly<Record<string, boolean>>;

/** Which columns the operator chose in this browser, as far as the table still has them; what storage refuses is forgotten. */
export function useKeptColumns<Row>(table: string, columns: readonly DataColumn<Row>[]) {
  const key = `console-columns:${useOperator().name}:${table}`;
  const [chosen, setChosen] = useState<Shown>(() => read(key));
  const shown = Object.fromEntries(
    columns.map(({ id, fixed, extra }) => [id, fixed === true || (chosen[id] ?? extra !== true)]),
  );
  const choose = (next: Shown) => {
    setChosen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing shows the choice until the page is left.
    }
  };
  return { shown, choose };
}

function read(key: string): Shown {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'boolean'));
  } catch {
    return {};
  }
}
