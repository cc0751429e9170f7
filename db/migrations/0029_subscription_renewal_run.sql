-- One run over everything that was due. Its entries say what became of each subscription; their number is `due`.
create table renewal_run (
  id uuid primary key,
  started_at timestamptz not null,
  -- raised with every batch; a run that was not seen for long has lost its process
  seen_at timestamptz not null,
  finished_at timestamptz,
  due integer not null default 0
);
create index renewal_run_unfinished on renewal_run (seen_at) where finished_at is null;

create table renewal_run_entry (
  run_id uuid not null references renewal_run (id),
  subscription_id uuid not null,
  account_id uuid not null,
  -- of the cycle; 0 when none was opened
  attempt integer not null default 0,
  due_on date not null,
  cycle_id uuid,
  outcome text not null check (outcome in
    ('open', 'billed', 'dunned', 'ended', 'pending', 'reopened', 'withdrawn', 'settled-before', 'refused', 'skipped',
     'paused')),
  -- why nothing was asked for, when it was refused
  reason text,
  primary key (run_id, subscription_id, attempt),
  check ((outcome = 'refused') = (reason is not null))
);
create index renewal_run_entry_open on renewal_run_entry (run_id) where outcome = 'open';
create index renewal_run_entry_of_account on renewal_run_entry (account_id);
-- What the member let pass is accounted for once, by the first run that comes by.
create unique index renewal_run_entry_let_pass on renewal_run_entry (subscription_id, due_on)
  where outcome in ('skipped', 'paused');

create index billing_cycle_skipped_on on billing_cycle (due_on) where state = 'skipped';
create index subscription_paused_on on subscription (next_order_on) where state = 'paused';
