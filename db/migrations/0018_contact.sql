-- Everything that was written to us by a form, kept before it is mailed.
create table contact_message (
  id uuid primary key,
  topic text not null,
  email text not null,
  fields jsonb not null,
  -- of the check that the form passed: one check lets one message through, however often it is sent
  check_key bytea not null unique,
  network text not null,
  country text not null,
  created_at timestamptz not null
);
