-- Why a bonus is not paid, and since when that is decided: its person is told. Of what was refused before no reason is known.
ALTER TABLE bonus_grants
  ADD COLUMN refusal text CONSTRAINT bonus_grants_refusal_check CHECK (refusal IN (
    'country-closed', 'promotion-ended', 'same-person', 'suspected-fraud', 'legal-order', 'country-unclear', 'other')),
  ADD COLUMN refused_at timestamptz;
UPDATE bonus_grants
   SET refusal = CASE state WHEN 'ended' THEN 'promotion-ended' ELSE 'other' END, refused_at = created_at
 WHERE state IN ('refused', 'ended');
ALTER TABLE bonus_grants ADD CONSTRAINT bonus_grants_refused_check CHECK (
  (state IN ('refused', 'ended')) = (refusal IS NOT NULL) AND (refusal IS NULL) = (refused_at IS NULL)
  AND (state = 'ended') = (refusal IS NOT DISTINCT FROM 'promotion-ended'));
