-- When the member last proved in this session that it is them: by password, passkey or mailed code.
alter table session add column proved_at timestamptz;

-- Codes mailed to members without a password; each counts for the session that asked, a few tries and some minutes.
create table proof_code (
  id uuid primary key,
  session_id uuid not null references session (id) on delete cascade,
  account_id uuid not null references account (id),
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index proof_code_of_session on proof_code (session_id);
create index proof_code_of_account on proof_code (account_id, created_at);

-- The session of the member who connects a provider; null for a sign-in.
alter table sign_on_attempt add column session_id uuid references session (id) on delete cascade;

-- What a challenge was made for; those on their way are asked again.
delete from passkey_challenge;
alter table passkey_challenge add column purpose text not null check (purpose in ('register', 'sign-in', 'proof'));
alter table passkey_challenge add check ((purpose = 'sign-in') = (account_id is null));
