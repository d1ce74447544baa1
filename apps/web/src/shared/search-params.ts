import { useCallback } from 'react';
import { createSearchParams, useLocation, useNavigate, useSearchParams } from 'react-router';

/** Reads one parameter: what cannot be used becomes the parameter's own fallback, never an error. */
export type ParamReader<Value> = (raw: string | null) => Value;

export function oneOf<const Value extends string, const Fallback>(
  values: readonly Value[],
  fallback: Fallback,
): ParamReader<Value | Fallback> {
  return (raw) => values.find((value) => value === raw) ?? fallback;
}

/** Text of at most `maxLength` characters without control characters. */
export function text(maxLength: number): ParamReader<string | undefined> {
  return (raw) => (raw === null || raw === '' || raw.length > maxLength || /\p{Cc}/u.test(raw) ? undefined : raw);
}

/** A plain decimal amount; anything else is left out. */
export const decimal: ParamReader<string | undefined> = (raw) =>
  raw !== null && /^\d{1,40}(\.\d{1,18})?$/.test(raw) ? raw : undefined;

export const uuid: ParamReader<string | undefined> = (raw) =>
  raw !== null && /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(raw) ? raw : undefined;

export type SearchShape = Record<string, ParamReader<unknown>>;
export type Search<Shape extends SearchShape> = { [Key in keyof Shape]: ReturnType<Shape[Key]> };

export function parseSearch<Shape extends SearchShape>(params: URLSearchParams, shape: Shape): Search<Shape> {
  return Object.fromEntries(Object.entries(shape).map(([key, read]) => [key, read(params.get(key))])) as Search<Shape>;
}

/** The page's query string as typed, validated values. */
export function useSearch<Shape extends SearchShape>(shape: Shape): Search<Shape> {
  const [params] = useSearchParams();
  return parseSearch(params, shape);
}

/** Puts what was chosen into the address of the page it was chosen on, without a step to go back through. */
export function useChangeSearch(): (
  change: (params: URLSearchParams) => URLSearchParams | Readonly<Record<string, string>>,
) => void {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return useCallback(
    (change) => {
      const search = createSearchParams(change(new URLSearchParams(params))).toString();
      // A list beside an opened detail is not the page the browser is at: narrowing it leads there, and back to the detail.
      void navigate({ pathname, search }, { replace: pathname === location.pathname });
    },
    [pathname, params, navigate],
  );
}
