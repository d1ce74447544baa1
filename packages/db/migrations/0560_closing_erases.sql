-- What goes with a closed account besides what 0333 named: see docs/personal-data.md.
GRANT SELECT (person_id), DELETE ON
  passkeys, message_words, contact_changes, address_book_entries, address_rules, asset_settings, activation_prompts,
  messages, message_settings, data_exports TO tern_worker;
