-- Rules that were set for new rows are looked up in those from before, too.
-- outside a transaction: all rows are read, and people write meanwhile.
ALTER TABLE withdrawal_drafts VALIDATE CONSTRAINT withdrawal_drafts_sent_to_check;
ALTER TABLE records VALIDATE CONSTRAINT records_sent_to_check;
ALTER TABLE messages VALIDATE CONSTRAINT messages_kind_check;
ALTER TABLE messages VALIDATE CONSTRAINT messages_amount_check;
ALTER TABLE messages VALIDATE CONSTRAINT messages_price_check;
ALTER TABLE message_settings VALIDATE CONSTRAINT message_settings_muted_check;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_state_check;
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_settled_check;
ALTER TABLE prices VALIDATE CONSTRAINT prices_source_check;
ALTER TABLE flow_stops VALIDATE CONSTRAINT flow_stops_flow_check;
ALTER TABLE signer_memories VALIDATE CONSTRAINT signer_memories_epoch_check;
