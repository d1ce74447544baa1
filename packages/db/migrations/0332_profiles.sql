-- What people say of themselves, and their pictures. Both may be taken away again.

CREATE TABLE profiles (
  person_id uuid CONSTRAINT profiles_pkey PRIMARY KEY,
  bio text CONSTRAINT profiles_bio_check CHECK (length(bio) BETWEEN 1 AND 160),
  line text CONSTRAINT profiles_line_check CHECK (line ~ '^[a-z0-9._-]{4,20}$'),
  instagram text CONSTRAINT profiles_instagram_check CHECK (instagram ~ '^[a-z0-9._]{1,30}$'),
  telegram text CONSTRAINT profiles_telegram_check CHECK (telegram ~ '^[A-Za-z][A-Za-z0-9_]{4,31}$'),
  x text CONSTRAINT profiles_x_check CHECK (x ~ '^[A-Za-z0-9_]{1,15}$')
);
GRANT SELECT, INSERT, UPDATE, DELETE ON profiles TO tern_api;

-- One picture per person, re-encoded and small: beside the row that names it, so that neither is ever without the other.
CREATE TABLE avatars (
  person_id uuid CONSTRAINT avatars_pkey PRIMARY KEY,
  file_name text NOT NULL CONSTRAINT avatars_file_name_key UNIQUE
    CONSTRAINT avatars_file_name_check CHECK (file_name ~ '^[0-9a-f]{32}\.webp$'),
  picture bytea NOT NULL CONSTRAINT avatars_picture_check CHECK (length(picture) BETWEEN 1 AND 1048576),
  uploaded_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON avatars TO tern_api;
