-- Why an order does not ship for now; it ships when nothing holds it any more. A hold is released, never deleted.
create table order_hold (
  id uuid primary key,
  order_id uuid not null references "order" (id),
  cause text not null check (cause in ('refund', 'operator', 'dispute', 'fraud-warning')),
  -- the order itself, the dispute or the warning
  cause_id uuid not null,
  reason text not null default '',
  placed_at timestamptz not null,
  released_at timestamptz,
  release_reason text
);
create unique index order_hold_open on order_hold (order_id, cause, cause_id) where released_at is null;
insert into order_hold (id, order_id, cause, cause_id, placed_at)
select gen_random_uuid(), id, 'refund', id, now() from "order" where is_held;

alter table shipment_event
  drop constraint shipment_event_source_check,
  add constraint shipment_event_source_check check (source in
    ('operator', 'import', 'warehouse', 'carrier', 'order', 'refund', 'migration', 'dispute'));

-- Subscriptions that are not charged because a bank disputes one of their payments.
create table subscription_stop (
  subscription_id uuid not null references subscription (id),
  dispute_id uuid not null,
  stopped_at timestamptz not null,
  released_at timestamptz,
  primary key (subscription_id, dispute_id)
);
create index subscription_stop_open on subscription_stop (subscription_id) where released_at is null;

-- A refund that waits for the end of a dispute is not requested before.
alter table refund
  drop constraint refund_state_check,
  add constraint refund_state_check check (state in ('waiting', 'intended', 'unknown', 'pending', 'refunded', 'refused'));
create index refund_waiting on refund (charge_id) where state = 'waiting';

-- When operators were told that the days for evidence run out.
alter table dispute add column reminded_at timestamptz;

-- A bank's suspicion before any dispute.
create table fraud_warning (
  id uuid primary key,
  processor text not null,
  processor_warning text not null,
  charge_id uuid not null references charge (id),
  order_id uuid not null references "order" (id),
  account_id uuid not null,
  fraud_type text not null,
  warned_at timestamptz not null,
  recorded_at timestamptz not null,
  unique (processor, processor_warning)
);
create index fraud_warning_of_account on fraud_warning (account_id);
