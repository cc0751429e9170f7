-- A count is a movement too: its units are the difference between what was counted and what had to be there when the counting began. What is
-- received may belong to an expected delivery and have the number of its lot. The release before writes none of the new columns.
alter table stock_movement
  add column counted integer,
  add column expected integer,
  add column lot text,
  add column delivery_id uuid;
alter table stock_movement drop constraint stock_movement_kind_check, drop constraint stock_movement_units_check;
alter table stock_movement add check (kind in ('received', 'written-off', 'counted')),
  add check (units between -1000000 and 1000000 and (kind = 'counted' or units > 0)),
  add check ((kind = 'counted') = (counted is not null) and (counted is null) = (expected is null)),
  add check (counted is null or units = counted - expected),
  add check (kind = 'received' or (lot is null and delivery_id is null));
create index stock_movement_of_product on stock_movement (product, moved_at desc, id);

-- What suppliers have announced. What has arrived of it is the sum of its movements, and is kept here so that late ones are found at once.
create table stock_delivery (
  -- of the form, so that one that is sent twice announces once
  id uuid primary key,
  product text not null,
  units integer not null check (units between 1 and 1000000),
  received integer not null default 0 check (received >= 0),
  expected_on date not null,
  reference text not null,
  created_at timestamptz not null,
  -- whether nothing more of it is expected: complete, or given up
  closed_at timestamptz,
  staff_id uuid not null
);
create index stock_delivery_open on stock_delivery (expected_on) where closed_at is null;

-- From when on a stock is low: below a number of units, or below what orders need in so many days.
create table stock_alarm (
  product text primary key,
  units integer check (units between 1 and 1000000),
  days integer check (days between 1 and 84),
  -- units, or what the days need as it was forecast last
  needed integer not null check (needed >= 0),
  -- of the crossing that operations know of
  low_since timestamptz,
  check ((units is null) <> (days is null))
);

create view stock_level as
  select stock.product, stock.available, alarm.units, alarm.days, alarm.needed, alarm.low_since,
    coalesce(stock.available < alarm.needed, false) as is_low,
    coalesce((select sum(greatest(0, delivery.units - delivery.received)) from stock_delivery delivery
      where delivery.product = stock.product and delivery.closed_at is null), 0)::integer as announced
  from stock left join stock_alarm alarm on alarm.product = stock.product;
