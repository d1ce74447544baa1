import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@tern/ui/icon-button';
import { ArrowLeftIcon } from '@tern/ui/icons';
import { pageOf } from '@tern/ui/open-layers';
import { useNavigate } from 'react-router';

/** Goes back in this app; to `fallback` where the page was opened directly. */
export function BackButton(props: { fallback: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <IconButton
      label={t`Back`}
      onClick={() => {
        const isInside = (pageOf(history.state) ?? 0) > 0;
        void (isInside ? navigate(-1) : navigate(props.fallback, { replace: true }));
      }}
    >
      <ArrowLeftIcon />
    </IconButton>
  );
}
