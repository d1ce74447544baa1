import { useQueryClient } from '@tanstack/react-query';
import { Toaster } from '@tern/ui/toaster';
import { useEffect } from 'react';
import { AgreementGate } from './agreement-gate.tsx';
import { prefetchLinks } from './prefetch-links.ts';
import { UpdateNote } from './update-note.tsx';

/**
 * What goes on beside any page: toasts appear, links are fetched early, and a newer version of the app or a newer agreement
 * may come up. Fetched after the page itself.
 */
export function Asides() {
  const queries = useQueryClient();
  useEffect(() => prefetchLinks(queries), [queries]);
  return (
    <>
      <Toaster />
      <UpdateNote />
      <AgreementGate />
    </>
  );
}
