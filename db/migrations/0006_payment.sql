create table payment_method (
  id uuid primary key,
  account_id uuid not null references account (id),
  processor text not null,
  processor_customer text,
  processor_method text not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  is_default boolean not null default false,
  created_at timestamptz not null
);
create index payment_method_of_account on payment_method (account_id);

-- Written before the processor is asked. A settled charge never changes again.
create table charge (
  id uuid primary key,
  idempotency_key text not null unique,
  purpose text not null check (purpose in ('purchase', 'renewal')),
  -- the checkout or the billing cycle it pays for
  purpose_id uuid not null,
  attempt integer not null,
  account_id uuid,
  email text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  processor text not null,
  state text not null check (state in ('intended', 'unknown', 'challenge', 'succeeded', 'declined', 'void')),
  -- the request as it was or will be sent, without card numbers: a repeat must be the same to the letter
  request jsonb not null,
  processor_charge text,
  challenge_url text,
  decline_kind text check (decline_kind in ('soft', 'hard', 'expired')),
  decline_reason text,
  card jsonb,
  created_at timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  settled_at timestamptz,
  unique (purpose, purpose_id, attempt)
);
create index charge_to_settle on charge (next_check_at) where state in ('intended', 'unknown', 'challenge');
create index charge_of_account on charge (account_id);

create table webhook_event (
  processor text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  primary key (processor, event_id)
);
