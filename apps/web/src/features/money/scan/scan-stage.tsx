import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { IconButton } from '@tern/ui/icon-button';
import { RotateCwIcon } from '@tern/ui/icons';
import { CameraOffIcon, FlashlightIcon } from '@tern/ui/scan-icons';
import { Mark } from '@tern/ui/mark';
import { StatePanel } from '@tern/ui/state-panel';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Camera } from './camera.ts';
import type { Decoder } from './decoder.ts';
import type { CameraState } from './use-camera.ts';
import { useScanner } from './use-scanner.ts';

type Scanning = {
  decoder: Decoder | undefined;
  onTexts: (texts: readonly string[]) => void;
  onFault: () => void;
};

/** The camera's picture, or why there is none and what to do about it. */
export function ScanStage(props: { camera: CameraState & { retry: () => void } } & Scanning) {
  const { t } = useLingui();
  const { camera, ...scanning } = props;
  switch (camera.state) {
    case 'open':
      return <Picture camera={camera.camera} {...scanning} />;
    case 'opening':
      return (
        <section className="scan-stage" aria-label={t`Camera`} aria-busy="true">
          <p className="label scan-opening">
            <Trans>Opening the camera. Your browser may ask you to allow it.</Trans>
          </p>
        </section>
      );
    case 'denied':
      return (
        <NoPicture title={<Trans>Camera access is blocked</Trans>} onRetry={camera.retry}>
          <Trans>
            Allow the camera for this page in your browser settings, then try again. Or choose a photo of the code.
          </Trans>
        </NoPicture>
      );
    case 'none':
      return (
        <NoPicture title={<Trans>No camera found</Trans>}>
          <Trans>This page can’t find a camera. Choose a photo of the code instead.</Trans>
        </NoPicture>
      );
    case 'busy':
      return (
        <NoPicture title={<Trans>The camera isn’t working</Trans>} onRetry={camera.retry}>
          <Trans>
            Another app may be using the camera. Close that app and try again, or choose a photo of the code.
          </Trans>
        </NoPicture>
      );
  }
}

function Picture({ camera, ...scanning }: { camera: Camera } & Scanning) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [lit, setLit] = useState(false);
  useScanner(video, scanning);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = camera.stream;
  }, [camera]);
  const { setTorch } = camera;
  async function light(setTo: NonNullable<Camera['setTorch']>) {
    try {
      await setTo(!lit);
      setLit(!lit);
    } catch {
      setLit(false);
    }
  }
  return (
    <section className="scan-stage" aria-label={t`Camera`}>
      <video ref={video} className="scan-video" autoPlay muted playsInline />
      <span className="scan-frame" aria-hidden="true" />
      {setTorch === undefined ? null : (
        <IconButton label={t`Torch`} className="scan-torch" aria-pressed={lit} onClick={() => void light(setTorch)}>
          <FlashlightIcon />
        </IconButton>
      )}
    </section>
  );
}

function NoPicture(props: { title: ReactNode; children: ReactNode; onRetry?: () => void }) {
  return (
    <StatePanel
      role="status"
      mark={
        <Mark>
          <CameraOffIcon />
        </Mark>
      }
      title={props.title}
      note={props.children}
      action={
        props.onRetry === undefined ? null : (
          <Button kind="quiet" small onClick={props.onRetry}>
            <RotateCwIcon size="s" />
            <Trans>Try again</Trans>
          </Button>
        )
      }
    />
  );
}
