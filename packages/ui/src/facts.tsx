import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './facts.css';

export type Fact = {
  key: string;
  term: ReactNode;
  value: ReactNode;
  strong?: boolean;
  /** Needs a line of its own, as long names of machines do. */
  wide?: boolean;
};

/** Pairs of a term and its value; `ruled` draws a quiet line between them. */
export function Facts(props: { facts: readonly Fact[]; ruled?: boolean; tight?: boolean }) {
  return (
    <dl className={classNames('facts', props.ruled && 'facts-ruled', props.tight && 'facts-tight')}>
      {props.facts.map((fact) => (
        <div key={fact.key} className={classNames(fact.wide && 'facts-wide')}>
          <dt>{fact.term}</dt>
          <dd className={classNames(fact.strong && 'facts-strong')}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
