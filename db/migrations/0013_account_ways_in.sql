-- Links that confirm an e-mail, sign in, or move the account to another e-mail.
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check
  check (purpose in ('set-password', 'verify', 'sign-in', 'change-email'));
alter table account_link add column new_email text check (new_email = lower(new_email));
alter table account_link add constraint account_link_new_email check ((purpose = 'change-email') = (new_email is not null));

-- Who an outside provider says somebody is; found by issuer and subject, never by e-mail.
create table sign_on_identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null references account (id),
  provider text not null,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index sign_on_identity_of_account on sign_on_identity (account_id);
