-- Proof of consent: what was chosen, when, from where and at which words. Rows are only added; the account's erasure
-- blanks who it was.
create table consent_record (
  id uuid primary key,
  -- names the browser, by the cookie that holds the choice
  visit_id uuid not null,
  account_id uuid references account (id),
  -- the active groups, as C0001,C0003
  active_groups text not null,
  -- the browser sent Global Privacy Control
  privacy_signal boolean not null,
  -- the sentences that stood at the form
  said text not null,
  page text not null,
  network text not null,
  user_agent text not null,
  country text not null,
  region text not null,
  at timestamptz not null
);
create index consent_record_of_account on consent_record (account_id, at) where account_id is not null;
create index consent_record_of_visit on consent_record (visit_id, at);
