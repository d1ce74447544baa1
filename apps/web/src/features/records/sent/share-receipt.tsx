import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { kindOfRecord, recordNumber } from '@tern/contracts/record-number';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import { Button } from '@tern/ui/button';
import { ShareIcon } from '@tern/ui/inside-icons';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { copyText } from '../../../shared/copy-text.ts';
import { recordInfoQuery } from '../../../shared/inside/records/record-queries.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { saveImage } from '../shared/save-image.ts';
import { sharePicture } from '../../../shared/inside/share-picture.ts';
import { drawReceipt } from './draw-receipt.ts';
import { receiptText } from './receipt-text.ts';
import { receiptOf } from './receipt.ts';

/**
 * Hands the receipt to the system's share sheet, as text and picture. Where there is none, it copies the text and saves the
 * picture.
 */
export function ShareReceipt({ record, asset }: { record: RecordDetailView; asset: AssetView }) {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const info = useQuery(recordInfoQuery(record.id));
  const [isDrawing, setDrawing] = useState(false);
  async function share() {
    const receipt = receiptOf({ record, info: info.data, asset, installation, now: new Date() });
    const text = receiptText(receipt);
    const fileName = `${recordNumber({ id: record.id, kind: kindOfRecord(record) })}.png`;
    setDrawing(true);
    const blob = await drawReceipt(receipt).catch(() => undefined);
    setDrawing(false);
    const picture = blob && new File([blob], fileName, { type: blob.type });
    if (await sharePicture({ text, picture })) return;
    const done = [
      (await copyText(text)) && t`Copied`,
      blob !== undefined && saveImage(blob, fileName) && t`Image saved`,
    ].filter((each) => each !== false);
    if (done.length > 0) showToast(done.join(' · '));
    else showToast(t`Copying failed`, 'info');
  }
  return (
    <Button kind="quiet" busy={isDrawing || info.isLoading} onClick={() => void share()}>
      <ShareIcon size="s" />
      <Trans>Share receipt</Trans>
    </Button>
  );
}
