import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@tern/ui/icon-button';
import { ArrowLeftIcon } from '@tern/ui/icons';
import { useNavigate } from 'react-router';

/** Goes back in this app; to `fallback` where the page was opened directly. */
export function BackButton(props: { fallback: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <IconButton
      label={t`Back`}
      onClick={() => {
        const state: unknown = history.state;
        const isInside =
          typeof state === 'object' &&
          state !== null &&
          'idx' in state &&
          typeof state.idx === 'number' &&
          state.idx > 0;
        void (isInside ? navigate(-1) : navigate(props.fallback, { replace: true }));
      }}
    >
      <ArrowLeftIcon />
    </IconButton>
  );
}
