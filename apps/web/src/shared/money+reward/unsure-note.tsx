import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Unsure } from './use-unsure.ts';

/** Above a form that begins anew: what it sent last may have been carried out, and the records say whether it was. */
export function UnsureNote(props: { unsure: Unsure; to: string; link: ReactNode; children: ReactNode }) {
  if (!props.unsure.isUnsure) return null;
  return (
    <Alert kind="warning" announce>
      <div className="stack gap-2">
        <p>{props.children}</p>
        <Button as={Link} to={props.to} kind="quiet" small onClick={() => props.unsure.mark(false)}>
          {props.link}
        </Button>
      </div>
    </Alert>
  );
}
