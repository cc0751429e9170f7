-- A change of e-mail as it was asked for: by which session, and what became of it.
create table email_change (
  id uuid primary key,
  account_id uuid not null references account (id),
  session_id uuid references session (id) on delete set null,
  former_email text not null,
  new_email text not null check (new_email = lower(new_email)),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- confirmed, stopped or replaced by a newer one
  ended_at timestamptz
);
create index email_change_of_account on email_change (account_id, asked_at);

-- Its links: one confirms it from the new mailbox, one stops it from the former one.
delete from account_link where purpose = 'change-email';
alter table account_link drop constraint account_link_new_email;
alter table account_link drop column new_email;
alter table account_link add column email_change_id uuid references email_change (id) on delete cascade;
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check
  check (purpose in ('set-password', 'verify', 'sign-in', 'change-email', 'stop-email-change'));
alter table account_link add constraint account_link_email_change
  check ((purpose in ('change-email', 'stop-email-change')) = (email_change_id is not null));

-- When the member or an operator last ended every session and link; signed links from before do not open any more.
alter table account add column access_ended_at timestamptz;
