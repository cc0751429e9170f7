-- Subscriptions that fail whatever is due of them: left out of the runs until somebody takes them up again.
create table parked_subscription (
  subscription_id uuid primary key references subscription (id),
  account_id uuid not null,
  -- the step that failed, and what it said
  step text not null,
  reason text not null,
  parked_at timestamptz not null,
  -- how often since it was last taken up
  times integer not null default 1
);
create index parked_subscription_of_account on parked_subscription (account_id);

alter table renewal_run_entry
  drop constraint renewal_run_entry_outcome_check,
  add constraint renewal_run_entry_outcome_check check (outcome in
    ('open', 'billed', 'dunned', 'ended', 'pending', 'reopened', 'withdrawn', 'settled-before', 'refused', 'skipped',
     'paused', 'parked'));
