-- Where a member follows a shipment, when its carrier has said it; other carriers' pages follow from their number.
alter table shipment add column tracking_url text;

-- Labels that a carrier sells. Each is written down before it is asked for; its key is made of shipment and attempt, so
-- that asking again does not buy another one.
create table shipment_label (
  shipment_id uuid not null references shipment (id),
  -- 1, and one more after each one that was voided
  attempt integer not null check (attempt > 0),
  order_id uuid not null references "order" (id),
  carrier text not null,
  state text not null check (state in ('wanted', 'refused', 'bought', 'handed-over', 'void-wanted', 'voided')),
  -- how the carrier names it
  carrier_label text,
  -- why the carrier refused it, as a sentence
  reason text,
  -- when the carrier is asked next: for the label, to take the package, or to void it
  next_ask_at timestamptz,
  asked integer not null default 0,
  created_at timestamptz not null,
  primary key (shipment_id, attempt),
  unique (carrier, carrier_label),
  check ((state in ('bought', 'handed-over')) <= (carrier_label is not null)),
  check ((state = 'refused') = (reason is not null)),
  check ((state in ('wanted', 'void-wanted')) <= (next_ask_at is not null)),
  check ((state in ('refused', 'handed-over', 'voided')) <= (next_ask_at is null))
);
-- A shipment has one label; the others are void.
create unique index shipment_label_of_shipment on shipment_label (shipment_id) where state <> 'voided';
create index shipment_label_to_ask on shipment_label (next_ask_at) where next_ask_at is not null;
