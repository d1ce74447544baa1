-- outside a transaction: nobody waits while the keys of operators and their changes are read.
ALTER TABLE operator_passkeys VALIDATE CONSTRAINT operator_passkeys_name_check;
ALTER TABLE operator_passkeys VALIDATE CONSTRAINT operator_passkeys_end_reason_check;
ALTER TABLE operator_passkeys VALIDATE CONSTRAINT operator_passkeys_ended_check;
ALTER TABLE operator_passkeys VALIDATE CONSTRAINT operator_passkeys_further_check;
ALTER TABLE operator_notices VALIDATE CONSTRAINT operator_notices_earlier_check;
ALTER TABLE operator_changes VALIDATE CONSTRAINT operator_changes_kind_check;
ALTER TABLE operator_changes VALIDATE CONSTRAINT operator_changes_key_check;
ALTER TABLE operator_changes VALIDATE CONSTRAINT operator_changes_key_id_fkey;
-- One key is one operator, also under another credential.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS operator_passkeys_public_key_key ON operator_passkeys (public_key);
