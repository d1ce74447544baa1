import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { forgetDraft, keepDraft, readDraft, type DraftPlace } from './keep-draft.ts';
import type { KeptFields } from './kept-fields.ts';
import { accountQuery } from './queries.ts';

export type KeptDraft<Draft> = {
  /** What was filled in before; empty where the form starts anew. */
  readonly values: Partial<Draft>;
  /** Keeps it from now on, unless nothing differs from `untouched`. */
  readonly keep: (draft: Draft, untouched: Draft) => void;
  /** The form has done its work, or is given up. */
  readonly forget: () => void;
};

/** What a form had filled in when it was last on this page of the history, and the way to keep what it has now. */
export function useKeptDraft<Draft extends object>(form: string, fields: KeptFields<Draft>): KeptDraft<Draft> {
  const { key: entry, pathname, search, state } = useLocation();
  const queries = useQueryClient();
  // While an expired session is being left, the account is gone before the form is.
  const [owner] = useState(() => queries.getQueryData(accountQuery.queryKey)?.personId ?? '');
  const place: DraftPlace = { owner, pathname, search, entry };
  const [values] = useState(() => readFields(readDraft(form, place, { afterLogin: isAfterLogin(state) }), fields));
  const isOver = useRef(false);
  return {
    values,
    keep(draft, untouched) {
      if (isOver.current) return;
      const wanted = pickFields(draft, fields);
      if (JSON.stringify(wanted) === JSON.stringify(pickFields(untouched, fields))) forgetDraft(form, place);
      else keepDraft(form, place, wanted);
    },
    forget() {
      isOver.current = true;
      forgetDraft(form, place);
    },
  };
}

/** Keeps what a form shows, each time it is drawn. */
export function useKeeping<Draft>(kept: KeptDraft<Draft>, draft: Draft, untouched: Draft): void {
  useEffect(() => kept.keep(draft, untouched));
}

/** The state of the navigation with which the login leads back. */
export const afterLogin = { afterLogin: true } as const;

function isAfterLogin(state: unknown): boolean {
  return (state as Partial<typeof afterLogin> | null)?.afterLogin === true;
}

function readFields<Draft>(raw: Readonly<Record<string, unknown>>, fields: KeptFields<Draft>): Partial<Draft> {
  const read = namesOf(fields).map((name) => [name, fields[name]?.(raw[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<Draft>;
}

function pickFields<Draft>(draft: Draft, fields: KeptFields<Draft>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(namesOf(fields).map((name) => [name, draft[name]]));
}

function namesOf<Draft>(fields: KeptFields<Draft>): readonly (keyof KeptFields<Draft>)[] {
  return Object.keys(fields) as (keyof KeptFields<Draft>)[];
}
