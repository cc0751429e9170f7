-- A return that never comes expires.
alter table order_return drop constraint order_return_state_check;
alter table order_return add constraint order_return_state_check
  check (state in ('requested', 'received', 'canceled', 'expired'));
-- the last day on which its package can be sent, and when its buyer was reminded of it
alter table order_return add column expires_on date, add column reminded_at timestamptz;
update order_return set expires_on = greatest(requested_at::date, current_date) + 30;
alter table order_return alter column expires_on set not null;

-- The prepaid label of a return. It is written down before the carrier is asked, under the key of its return, so that asking
-- again does not buy another one.
create table return_label (
  return_id uuid primary key references order_return (id),
  order_id uuid not null references "order" (id),
  carrier text not null,
  -- used: it was to be voided, and the carrier has its package
  state text not null check (state in ('wanted', 'refused', 'bought', 'void-wanted', 'voided', 'used')),
  -- how the carrier names it
  carrier_label text,
  tracking text check (tracking <> ''),
  tracking_url text,
  -- why the carrier refused it, as a sentence
  reason text,
  -- where the carrier says that its package is, and since when
  travel text check (travel in ('in-transit', 'arrived', 'lost')),
  travel_at timestamptz,
  -- when the carrier is asked next: for the label, or to void it
  next_ask_at timestamptz,
  asked integer not null default 0,
  created_at timestamptz not null,
  unique (carrier, carrier_label),
  check ((state in ('bought', 'used')) <= (carrier_label is not null and tracking is not null)),
  check ((state = 'refused') = (reason is not null)),
  check ((state in ('wanted', 'void-wanted')) = (next_ask_at is not null)),
  check ((travel is null) = (travel_at is null)),
  check (travel is null or tracking is not null)
);
create index return_label_tracking on return_label (carrier, tracking) where tracking is not null;
create index return_label_to_ask on return_label (next_ask_at) where next_ask_at is not null;
