-- What somebody typed to register. It opens an account when its mailbox confirms it; until then it is no account, and
-- several for one e-mail stand side by side.
create table registration (
  id uuid primary key,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  -- null when an outside provider sent the person here: they choose a password when they confirm
  password_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index registration_of_email on registration (email, created_at);
create index registration_to_forget on registration (expires_at);

-- Accounts that were registered and never confirmed keep nothing that a stranger may have typed or connected: their
-- mailbox chooses a password by the usual link.
delete from account_link where purpose = 'verify';
delete from sign_on_identity where account_id in (select id from account where verified_at is null);
update account set password_hash = null where verified_at is null;
alter table account add constraint account_password_is_proven check (password_hash is null or verified_at is not null);

alter table account_link alter column account_id drop not null;
alter table account_link add column registration_id uuid references registration (id) on delete cascade;
alter table account_link add constraint account_link_registration
  check ((purpose = 'verify') = (registration_id is not null) and (purpose = 'verify') = (account_id is null));
create index account_link_of_registration on account_link (registration_id) where registration_id is not null;
