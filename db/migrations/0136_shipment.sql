-- What of an order travels together. Its items were one row for each product of an order; now they are the lines of a
-- shipment, and their state is that of their shipment and of their order's refunds.
create table shipment (
  id uuid primary key,
  order_id uuid not null references "order" (id),
  account_id uuid not null,
  state text not null check (state in ('pending', 'on-hold', 'packed', 'shipped', 'in-transit', 'delivered',
    'returned-to-sender', 'lost', 'canceled')),
  -- where it goes when that is not the order's address: a claimed gift
  ship_to jsonb,
  carrier text,
  service text,
  tracking text check (tracking <> ''),
  weight_grams integer check (weight_grams > 0),
  -- when the carrier says that it arrives
  expected_on date,
  created_at timestamptz not null,
  packed_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  -- canceled, returned or lost
  ended_at timestamptz,
  check ((state in ('pending', 'on-hold')) <= (packed_at is null)),
  check ((state in ('shipped', 'in-transit', 'delivered', 'returned-to-sender', 'lost')) = (shipped_at is not null)),
  check ((state = 'delivered') = (delivered_at is not null)),
  check ((state in ('canceled', 'returned-to-sender', 'lost')) = (ended_at is not null))
);
create index shipment_of_order on shipment (order_id);
-- A shipment that is recorded again is the same one.
create unique index shipment_tracking_of_order on shipment (order_id, carrier, tracking) where tracking is not null;
create index shipment_tracking on shipment (carrier, tracking) where tracking is not null;
create index shipment_to_ship on shipment (created_at) where state in ('pending', 'on-hold', 'packed');

-- What happened to a shipment, in the order in which the shop learned it.
create table shipment_event (
  id uuid primary key,
  shipment_id uuid not null references shipment (id),
  -- the state that it says, or a delay
  kind text not null,
  source text not null check (source in ('operator', 'import', 'warehouse', 'carrier', 'order', 'refund', 'migration')),
  -- when it happened, by its source
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  -- false for one that was late or said again: it changed nothing
  is_applied boolean not null,
  -- the day on which it is expected since a delay
  expected_on date,
  -- how its source names it: the same again is not recorded
  external_id text,
  unique (shipment_id, external_id)
);
create index shipment_event_of_shipment on shipment_event (shipment_id);
create function shipment_event_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to a shipment is not changed';
end $$;
create trigger shipment_event_is_final before update or delete on shipment_event
  for each row execute function shipment_event_is_final();

insert into shipment (id, order_id, account_id, state, ship_to, tracking, created_at, packed_at, shipped_at, ended_at)
select gen_random_uuid(), o.id, o.account_id,
  case when o.state <> 'placed' then o.state when o.is_held then 'on-hold' else 'pending' end,
  g.ship_to, o.tracking, o.placed_at, o.shipped_at, o.shipped_at, case when o.state = 'canceled' then o.canceled_at end
from "order" o left join gift g on g.order_id = o.id;
insert into shipment_event (id, shipment_id, kind, source, happened_at, recorded_at, is_applied)
select gen_random_uuid(), id, state, 'migration', coalesce(shipped_at, ended_at), coalesce(shipped_at, ended_at), true
from shipment where state in ('shipped', 'canceled');

-- When the last of an order's total was refunded.
alter table "order" add column refunded_at timestamptz;
update "order" o set refunded_at = (
  select max(i.ended_at) from shipment_item i where i.order_id = o.id and i.state = 'refunded');
alter table "order" drop column tracking;

drop table shipment_item;
create table shipment_item (
  shipment_id uuid not null references shipment (id),
  order_id uuid not null,
  -- the line of the order
  position integer not null,
  product text not null,
  -- of the line, and what that is in months' supplies of the product
  line_quantity integer not null check (line_quantity > 0),
  stock_quantity integer not null check (stock_quantity >= 0),
  primary key (shipment_id, position),
  foreign key (order_id, position) references order_line (order_id, position)
);
create index shipment_item_of_order on shipment_item (order_id);
insert into shipment_item
select s.id, l.order_id, l.position, l.product, l.quantity, l.stock_quantity
from order_line l join shipment s on s.order_id = l.order_id;

-- Mails that wait say which shipment they are about.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  update pgboss.job j
  set data = j.data || jsonb_build_object('kind', 'mail: shipment',
    'payload', jsonb_build_object('shipmentId', s.id, 'mail', 'shipped'))
  from shipment s
  where j.data ->> 'kind' = 'mail: order shipped' and s.order_id::text = j.data #>> '{payload,orderId}';
end $$;
