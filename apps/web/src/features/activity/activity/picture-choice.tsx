import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { IconButton } from '@tern/ui/icon-button';
import { CircleXIcon, TriangleAlertIcon, XIcon } from '@tern/ui/icons';
import { CameraIcon, ImageIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { useId, type ReactNode } from 'react';
import { formatBytes } from '../../../shared/format-bytes.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { ExamplePicture } from './example-picture.tsx';
import type { PictureState, useUpload } from './use-upload.ts';

/** The picture that is handed in, beside an example of a good one; by camera or from a file. */
export function PictureChoice(props: {
  upload: ReturnType<typeof useUpload>;
  samplePath: string | null;
  error: string | undefined;
  /** What a reviewer found wrong with the one that is there. */
  warning: string | undefined;
}) {
  const { t } = useLingui();
  const { upload, error, warning } = props;
  const { state } = upload;
  const noteId = useId();
  const has = state.step === 'sending' || state.step === 'kept';
  return (
    <fieldset className="stack gap-2" aria-describedby={noteId}>
      <legend className="field-label activity-legend">
        <Trans>Picture</Trans>
      </legend>
      <div className="cluster gap-3">
        <div className={has ? 'activity-frame' : 'activity-frame activity-frame-empty'}>
          {has ? (
            <img src={state.preview} alt={t`The picture you chose`} />
          ) : (
            <ExamplePicture path={props.samplePath} />
          )}
        </div>
        <div className="grow">
          {has ? (
            <Progress state={state} />
          ) : (
            <p className="caption">
              <Trans>Example: the user ID must be readable.</Trans>
            </p>
          )}
        </div>
        {has ? (
          <IconButton label={t`Remove picture`} onClick={upload.clear}>
            <XIcon />
          </IconButton>
        ) : null}
      </div>
      <div className="pair">
        <FileButton
          label={has ? t`Replace` : t`Choose a file`}
          describedBy={noteId}
          invalid={error !== undefined}
          onFile={upload.choose}
        >
          <ImageIcon size="s" />
          {has ? <Trans>Replace</Trans> : <Trans>Choose a file</Trans>}
        </FileButton>
        <FileButton label={t`Camera`} describedBy={noteId} camera onFile={upload.choose}>
          <CameraIcon size="s" />
          <Trans>Camera</Trans>
        </FileButton>
      </div>
      <p className="caption" id={noteId}>
        <Trans>JPEG, PNG, WebP or HEIC up to 10 MB. We remove the location, device and date.</Trans>
      </p>
      <Said state={state} error={error} warning={warning} />
    </fieldset>
  );
}

/** What is wrong: with the transfer, with what is missing, or with the picture that a reviewer has seen. */
function Said(props: { state: PictureState; error: string | undefined; warning: string | undefined }) {
  const { state, error, warning } = props;
  if (state.step === 'failed') {
    return (
      <Alert kind="danger" announce>
        {state.fault === 'unreadable' ? (
          <Trans>This browser can’t open the picture. Choose a JPEG, PNG or WebP file.</Trans>
        ) : state.fault === 'broken' ? (
          <Trans>Upload failed, try again later</Trans>
        ) : (
          problemText(state.fault)
        )}
      </Alert>
    );
  }
  if (error !== undefined) {
    return (
      <p className="field-message field-message-error" role="alert">
        <CircleXIcon size="s" />
        <span>{error}</span>
      </p>
    );
  }
  return warning === undefined ? null : (
    <p className="field-message field-message-warning">
      <TriangleAlertIcon size="s" />
      <span>{warning}</span>
    </p>
  );
}

function Progress(props: { state: PictureState }) {
  const { t } = useLingui();
  const { state } = props;
  if (state.step === 'kept') {
    return (
      <p className="caption" role="status">
        <Trans>Uploaded</Trans>
      </p>
    );
  }
  if (state.step !== 'sending') return null;
  const percent = Math.floor((state.sent / state.total) * 100);
  const [sent, total] = [formatBytes(state.sent), formatBytes(state.total)];
  return (
    <div className="stack gap-1">
      <progress className="activity-progress" value={state.sent} max={state.total} aria-label={t`Uploading`} />
      <p className="activity-card-top caption">
        <span>
          <Trans>
            {sent} of {total}
          </Trans>
        </span>
        <bdi dir="ltr">{percent}%</bdi>
      </p>
    </div>
  );
}

/** A button that lies under the native control, so that presses, keys and readers reach that. */
function FileButton(props: {
  label: string;
  describedBy: string;
  camera?: boolean;
  invalid?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  return (
    <div className="activity-file">
      <Button as="span" kind="quiet" small block aria-hidden="true">
        {props.children}
      </Button>
      <input
        type="file"
        accept="image/*"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid ? true : undefined}
        {...(props.camera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) props.onFile(file);
          event.target.value = '';
        }}
      />
    </div>
  );
}
