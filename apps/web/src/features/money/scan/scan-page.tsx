import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ErrorState } from '@tern/ui/error-state';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { useSearch } from '../../../shared/search-params.ts';
import { ChooseCoinSheet } from './choose-coin-sheet.tsx';
import { createDecoder } from './decoder.ts';
import { outcomeTexts } from './outcome-texts.ts';
import { PhotoButton } from './photo-button.tsx';
import { readOutcome, scanSearch, type ScanOutcome } from './scan-outcome.ts';
import './scan-page.css';
import { ScanStage } from './scan-stage.tsx';
import { useCamera } from './use-camera.ts';

/** Reads a QR code through the camera or from a photo, and fills in the transfer it asks for. */
function ScanPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const filled = useFilled();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const camera = useCamera();
  const [decoder] = useState(createDecoder);
  useEffect(() => decoder.close, [decoder]);
  const [broken, setBroken] = useState(false);
  const [outcome, setOutcome] = useState<ScanOutcome>();

  const onTexts = useCallback(
    (texts: readonly string[]) => {
      const found = readOutcome(texts, { filled, assets: installation.assets, ownOrigin: location.origin });
      setOutcome(found);
      if (found.kind === 'go') void navigate(found.path, { replace: true });
    },
    [filled, installation.assets, navigate],
  );
  const onFault = useCallback(() => setBroken(true), []);

  return (
    <Page
      bar={<AppBar title={t`Scan`} back={<BackButton fallback={paths.home} />} />}
      foot={
        <PhotoButton
          decoder={decoder}
          isMainWay={camera.state === 'denied' || camera.state === 'none'}
          onTexts={onTexts}
          onStart={() => setOutcome(undefined)}
        />
      }
    >
      {broken ? (
        <ErrorState note={<Trans>Couldn’t load the code scanner.</Trans>} onRetry={() => setBroken(false)} />
      ) : (
        <ScanStage
          camera={camera}
          decoder={outcome?.kind === 'choose-coin' || outcome?.kind === 'go' ? undefined : decoder}
          onTexts={onTexts}
          onFault={onFault}
        />
      )}
      {outcome !== undefined && outcome.kind in outcomeTexts ? (
        <Alert kind={outcome.kind === 'several' ? 'info' : 'danger'} announce correctable>
          <OutcomeText kind={outcome.kind as keyof typeof outcomeTexts} />
        </Alert>
      ) : camera.state === 'opening' ? null : (
        // Not before it is known what stands above it.
        <p className="caption center scan-hint">
          <Trans>
            Scan an address, a payment link, a link to this wallet or the code of a site. You check everything before
            anything is sent.
          </Trans>
        </p>
      )}
      <ChooseCoinSheet
        asked={outcome?.kind === 'choose-coin' ? outcome : undefined}
        assets={installation.assets}
        onChoose={(path) => void navigate(path, { replace: true })}
        onClose={() => setOutcome(undefined)}
      />
    </Page>
  );
}

function OutcomeText(props: { kind: keyof typeof outcomeTexts }) {
  const { i18n } = useLingui();
  return <>{i18n._(outcomeTexts[props.kind])}</>;
}

/** What the page came with, the same object as long as it is the same. */
function useFilled() {
  const { coin, amount, fee, memo } = useSearch(scanSearch);
  return useMemo(
    () => ({
      ...(coin === undefined ? {} : { coin }),
      ...(amount === undefined ? {} : { amount }),
      ...(fee === undefined ? {} : { fee }),
      ...(memo === undefined ? {} : { memo }),
    }),
    [coin, amount, fee, memo],
  );
}

export { ScanPage as Component };
