create table subscription (
  id uuid primary key,
  account_id uuid not null references account (id),
  plan_code text not null references plan (code),
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('active', 'future', 'paused', 'canceled', 'expired', 'failed')),
  unit_price_cents integer not null,
  currency text not null,
  interval_months integer not null check (interval_months > 0),
  -- dates are counted from here: cycle n falls on anchor + n intervals
  anchor_on date not null,
  next_cycle integer not null default 1,
  next_order_on date,
  -- when the worker looks at it again: the order date, or the day of the next attempt after a decline
  next_attempt_on date,
  address_id uuid not null references address (id),
  payment_method_id uuid not null references payment_method (id),
  shipping_method_code text not null,
  coupon_code text,
  order_id uuid not null,
  line_position integer not null,
  activated_at timestamptz not null,
  canceled_at timestamptz,
  unique (order_id, line_position),
  check ((state = 'active') = (next_attempt_on is not null))
);
create index subscription_of_account on subscription (account_id);
create index subscription_due on subscription (next_attempt_on, id) where state = 'active';

-- A cycle is billed once: the unique key is what makes it so, whatever workers, retries and clocks do.
create table billing_cycle (
  id uuid primary key,
  subscription_id uuid not null references subscription (id),
  account_id uuid not null,
  number integer not null check (number > 0),
  due_on date not null,
  state text not null check (state in ('charging', 'unknown', 'billed', 'declined', 'failed')),
  attempts integer not null default 0,
  quote jsonb not null,
  order_id uuid,
  opened_at timestamptz not null,
  settled_at timestamptz,
  unique (subscription_id, number)
);
create index billing_cycle_of_account on billing_cycle (account_id);
