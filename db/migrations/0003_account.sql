create table account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  verified_at timestamptz,
  created_at timestamptz not null
);

create table session (
  id uuid primary key,
  account_id uuid not null references account (id),
  token_hash bytea not null unique,
  user_agent text not null default '',
  network text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_of_account on session (account_id);

-- Links in mails: only the hash is kept, each opens once.
create table account_link (
  token_hash bytea primary key,
  account_id uuid not null references account (id),
  purpose text not null check (purpose in ('set-password', 'verify')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_link_of_account on account_link (account_id);

create table address (
  id uuid primary key,
  account_id uuid not null references account (id),
  first_name text not null,
  last_name text not null,
  address text not null,
  unit text not null default '',
  city text not null,
  region text not null default '',
  zip text not null default '',
  country text not null,
  phone text not null default '',
  company text not null default '',
  created_at timestamptz not null
);
create index address_of_account on address (account_id);
