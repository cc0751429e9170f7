-- Public keys of authenticators that a member signs in with.
create table passkey (
  id uuid primary key,
  account_id uuid not null references account (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_account on passkey (account_id);

-- What an authenticator is asked to sign: once, within minutes, by the browser that was asked.
create table passkey_challenge (
  browser_hash bytea primary key,
  challenge text not null,
  -- who registers a passkey; null for a sign-in
  account_id uuid references account (id),
  expires_at timestamptz not null
);
