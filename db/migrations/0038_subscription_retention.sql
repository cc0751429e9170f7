-- What came of somebody's wish to leave, once per change: left, or took what was offered instead.
create table retention_outcome (
  change_id uuid primary key references subscription_change (id),
  subscription_id uuid not null references subscription (id),
  account_id uuid not null,
  -- of the experiment retention_offer
  variant text not null,
  reason_id text not null,
  outcome text not null check (outcome in ('left', 'stayed')),
  at timestamptz not null
);
create index retention_outcome_of_account on retention_outcome (account_id);
