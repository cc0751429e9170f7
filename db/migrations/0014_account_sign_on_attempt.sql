-- A sign-on that has begun in a browser and has not come back; each is taken once.
create table sign_on_attempt (
  browser_hash bytea primary key,
  provider text not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index sign_on_attempt_expiry on sign_on_attempt (expires_at);
