-- Whoever asks for support names their username: the console finds whose it is.
GRANT SELECT (username, is_current) ON usernames TO tern_console;
