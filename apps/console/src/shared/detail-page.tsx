import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '@tern/ui/loaded';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { problemText } from './problem-texts.ts';
import './detail-page.css';

/** What a detail page shows of its one thing. */
export type Detail = {
  /** The one thing that it is about, large: mostly an amount. */
  title: ReactNode;
  /** The same in a sentence. */
  subtitle: ReactNode;
  /** How it stands, and what can be opened or done. */
  aside: ReactNode;
  /** Its course, on the left. */
  start: ReactNode;
  /** What is known of it, on the right. */
  end: ReactNode;
};

type Head = {
  list: { to: string; name: ReactNode };
  name: ReactNode;
  help?: ReactNode;
};

type FrameProps<Answer> = Head & { query: UseQueryResult<Answer> };

/** The one layout of a detail: where it belongs, what it is, its course beside its facts. On a phone below each other. */
export function DetailPage<Answer>({
  children,
  ...frame
}: FrameProps<Answer> & { children: (answer: Answer) => Detail }) {
  return <DetailFrame {...frame}>{(answer) => <Body {...children(answer)} />}</DetailFrame>;
}

/** The head of a detail, and below it what is drawn once there is an answer. */
export function DetailFrame<Answer>(props: FrameProps<Answer> & { children: (answer: Answer) => ReactNode }) {
  const { query } = props;
  return (
    <main className="page">
      <DetailHead list={props.list} name={props.name} help={props.help} />
      <Loaded
        query={query}
        loading={
          <div className="page-body">
            <Skeleton>
              <SkeletonShape width="100%" height="16rem" />
            </Skeleton>
          </div>
        }
        failed={problemText(query.error)}
      >
        {props.children}
      </Loaded>
    </main>
  );
}

/** Where a detail belongs, its name, and its help. */
export function DetailHead({ list, name, help }: Head) {
  return (
    <header className="page-head">
      <h1 className="detail-trail">
        <Link to={list.to}>{list.name}</Link> <span aria-hidden="true">/</span>{' '}
        <span className="detail-name">{name}</span>
      </h1>
      {help}
    </header>
  );
}

/** What a detail is about, large, and how it stands. */
export function DetailTitle({ title, subtitle, aside }: Pick<Detail, 'title' | 'subtitle' | 'aside'>) {
  return (
    <div className="detail-head">
      <p className="detail-title">
        {title} <small>{subtitle}</small>
      </p>
      <div className="cluster wrap">{aside}</div>
    </div>
  );
}

function Body({ title, subtitle, aside, start, end }: Detail) {
  return (
    <>
      <DetailTitle title={title} subtitle={subtitle} aside={aside} />
      <div className="page-body detail-columns">
        <div className="panels">{start}</div>
        <div className="panels">{end}</div>
      </div>
    </>
  );
}
