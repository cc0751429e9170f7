-- Order dates: cycle start_cycle falls start_months after the anchor. A change of rhythm keeps the anchor's day of the
-- month; a date that the member chose is a new anchor.
alter table subscription
  add column start_cycle integer not null default 0,
  add column start_months integer not null default 0,
  -- raised by every change, so that a preview can say what it was made of
  add column version integer not null default 1,
  add column paused_on date,
  add column paused_until date,
  add column last_order_on date,
  add constraint subscription_paused check ((state = 'paused') = (paused_on is not null)),
  add constraint subscription_pause_ends check (paused_until > paused_on);
update subscription set last_order_on = (anchor_on + make_interval(months => (next_cycle - 1) * interval_months))::date;
alter table subscription alter column last_order_on set not null;
create index subscription_resuming on subscription (paused_until) where state = 'paused' and paused_until is not null;

-- A cycle that the member let pass has a record too; one that the member asked for at once names the change.
alter table billing_cycle
  drop constraint billing_cycle_state_check,
  add constraint billing_cycle_state_check
    check (state in ('charging', 'unknown', 'billed', 'declined', 'failed', 'skipped')),
  alter column quote drop not null,
  add constraint billing_cycle_priced check (state = 'skipped' or quote is not null),
  add column change_id uuid,
  -- attempts that the member asked for: a refusal then and there is no step of the schedule
  add column asked_attempts integer not null default 0;
create index billing_cycle_of_change on billing_cycle (change_id) where change_id is not null;
create index billing_cycle_skipped on billing_cycle (subscription_id, number) where state = 'skipped';

-- The quote has a line for each thing in the box.
update billing_cycle set quote = (quote - array['planCode', 'name', 'quantity', 'unitPriceCents', 'lineTaxCents'])
  || jsonb_build_object(
    'lines', jsonb_build_array(jsonb_build_object(
      'planCode', quote -> 'planCode', 'name', quote -> 'name', 'quantity', quote -> 'quantity',
      'unitPriceCents', quote -> 'unitPriceCents', 'discountCents', quote -> 'discountCents',
      'taxCents', quote -> 'lineTaxCents', 'addOnId', null)),
    'stock', jsonb_build_object(quote -> 'stock' ->> 'product', quote -> 'stock' -> 'units'))
where quote ? 'planCode';

-- What comes once with the next order, at the price of the day it was added.
create table subscription_add_on (
  id uuid primary key,
  subscription_id uuid not null references subscription (id),
  account_id uuid not null,
  plan_code text not null references plan (code),
  quantity integer not null check (quantity > 0),
  unit_price_cents integer not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  billed_cycle integer
);
create index subscription_add_on_to_come on subscription_add_on (subscription_id)
  where removed_at is null and billed_cycle is null;

-- Everything that was done to a subscription by somebody; written once, only undone_at is set later.
create table subscription_change (
  id uuid primary key,
  subscription_id uuid not null references subscription (id),
  -- on whose behalf
  account_id uuid not null,
  actor_kind text not null check (actor_kind in ('member', 'shop')),
  actor_id uuid,
  request_id text not null,
  -- of the request: the same request again gets the same answer, another one under its name is refused
  fingerprint text not null,
  action text not null,
  before jsonb not null,
  after jsonb not null,
  -- the reason of a cancellation
  reason jsonb,
  -- its order was charged at once
  charges boolean not null,
  -- of the subscription after it
  version integer not null,
  at timestamptz not null,
  undone_at timestamptz,
  unique (subscription_id, request_id)
);
create index subscription_change_of on subscription_change (subscription_id, at desc);
