-- A billing cycle whose card was refused, until somebody mends it: one case per cycle.
create table dunning_case (
  id uuid primary key,
  subscription_id uuid not null references subscription (id),
  account_id uuid not null,
  billing_cycle_id uuid not null unique references billing_cycle (id),
  cycle integer not null,
  due_on date not null,
  -- open: attempts are to come; ended: none comes, a new card still mends it; closed: the member decided otherwise
  state text not null check (state in ('open', 'ended', 'closed', 'recovered')),
  ended_as text check (ended_as in ('failed', 'paused', 'canceled')),
  -- refused attempts of the schedule since it was opened
  tries integer not null default 0,
  decline_kind text not null check (decline_kind in ('soft', 'hard', 'expired')),
  decline_reason text not null,
  opened_at timestamptz not null,
  settled_at timestamptz,
  check (state <> 'ended' or ended_as is not null)
);
create index dunning_case_of_subscription on dunning_case (subscription_id, opened_at desc);

-- Every charge of a case that the bank has answered; never changed. The networks count a card's refusals.
create table dunning_attempt (
  id uuid primary key,
  case_id uuid not null references dunning_case (id),
  account_id uuid not null,
  charge_id uuid not null unique,
  asked_by text not null check (asked_by in ('schedule', 'member', 'link')),
  -- the kept card that was asked; null for one that was typed in
  payment_method_id uuid,
  outcome text not null check (outcome in ('declined', 'succeeded')),
  decline_kind text,
  decline_reason text,
  at timestamptz not null
);
create index dunning_attempt_of_case on dunning_attempt (case_id);
create index dunning_attempt_of_card on dunning_attempt (payment_method_id, at) where outcome = 'declined';

-- The case whose member pays the cycle with another card; null for an attempt of the schedule.
alter table billing_cycle add column recovery_case_id uuid;
