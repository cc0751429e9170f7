-- Programs of partners that sign in by OAuth 2 client credentials. Of their secrets and tokens only hashes are stored.
create table partner_app (
  -- the client_id
  id uuid primary key,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- within some minutes
  last_used_at timestamptz,
  -- which secret counts, from 1 on, and its hash
  secret_number integer not null default 1,
  secret_hash bytea not null,
  -- the secret before, and until when it counts
  old_secret_hash bytea,
  old_secret_until timestamptz
);

create table partner_token (
  hash bytea primary key,
  app_id uuid not null references partner_app (id),
  -- the secret that it was asked for with: it counts no longer than that
  secret_number integer not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index partner_token_by_end on partner_token (expires_at);
