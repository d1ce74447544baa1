import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { api } from '../../shared/api.ts';
import { Refusal } from '../../shared/refusal.tsx';
import { Sample } from '../../shared/sample.tsx';

/** Choosing, replacing and leaving out the example of a draft. */
export function SampleField({ name, onChange }: { name: string | null; onChange: (name: string | null) => void }) {
  const { t } = useLingui();
  const keep = useMutation({
    mutationFn: async (file: File) => api.activities.keepSample({ base64: await readBase64(file) }),
    onSuccess: ({ name: kept }) => onChange(kept),
  });
  return (
    <div className="form-field">
      <label className="form-field">
        <span>{t`Example picture`}</span>
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) keep.mutate(file);
          }}
        />
      </label>
      {keep.isPending ? <small role="status">{t`Being read…`}</small> : null}
      <Refusal error={keep.error} />
      {name === null ? (
        <small className="ink-2">
          <Trans>Without one the app draws an example.</Trans>
        </small>
      ) : (
        <>
          {keep.variables === undefined ? (
            <Sample name={name} />
          ) : (
            <small className="ink-2">
              <Trans>Kept: {keep.variables.name}</Trans>
            </small>
          )}
          <Button kind="quiet" onClick={() => onChange(null)}>
            <Trans>Leave it out</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}
