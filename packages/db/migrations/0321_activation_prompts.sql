-- When a person closed the prompt to activate their account; it comes back a week later at the earliest.
CREATE TABLE activation_prompts (
  person_id uuid CONSTRAINT activation_prompts_pkey PRIMARY KEY,
  closed_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON activation_prompts TO tern_api;
