-- The lots of a stock, of shops that name them. A lot counts what is on hand, also what is set aside for orders; what is packed is not in it
-- any more. Products without a row here have no lots, and are packed as before.
create table stock_lot (
  product text not null,
  -- as it is printed; empty for units that nobody named, of a product that has lots
  lot text not null,
  -- the last day on which it is sold; null for what does not expire
  best_before date,
  remaining integer not null check (remaining >= 0),
  primary key (product, lot),
  check (lot <> '' or best_before is null)
);
create index stock_lot_by_name on stock_lot (lot);
create index stock_lot_by_day on stock_lot (best_before) where remaining > 0;

-- Every change of a lot, append-only. Packed for a shipment, and taken out of it again; returned by a member; by hand.
create table stock_lot_movement (
  id uuid primary key,
  product text not null,
  lot text not null,
  kind text not null
    check (kind in ('found', 'received', 'packed', 'unpacked', 'returned', 'written-off', 'counted')),
  -- what it adds to the lot
  units integer not null check (units <> 0),
  -- of the lot after it
  remaining integer not null,
  -- the line of a shipment
  shipment_id uuid,
  position integer,
  moved_at timestamptz not null,
  check ((shipment_id is null) = (position is null)),
  check (kind not in ('packed', 'unpacked') or shipment_id is not null)
);
create index stock_lot_movement_of_shipment on stock_lot_movement (shipment_id) where shipment_id is not null;
create index stock_lot_movement_of_lot on stock_lot_movement (lot, moved_at);

create function stock_lot_movement_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a movement of a lot is final' using errcode = 'restrict_violation';
end
$$;
create trigger stock_lot_movement_is_final before update or delete on stock_lot_movement
  for each row execute function stock_lot_movement_is_final();
create trigger stock_lot_movement_stays before truncate on stock_lot_movement
  execute function stock_lot_movement_is_final();

-- What of which lot is in a line of a shipment, and what of it came back.
create view shipment_lot as
  select shipment_id, position, product, lot,
    (-sum(units) filter (where kind in ('packed', 'unpacked')))::integer as units,
    coalesce(sum(units) filter (where kind = 'returned'), 0)::integer as returned
  from stock_lot_movement where shipment_id is not null
  group by shipment_id, position, product, lot
  having sum(units) filter (where kind in ('packed', 'unpacked')) < 0;

-- What is on hand of a product that gets its first lot: for sale, in shipments that wait, and set aside while a purchase is paid. Packing
-- waits until that is written down.
create function stock_on_hand(named text) returns integer language plpgsql as $$
begin
  lock table shipment in share row exclusive mode;
  return greatest(0,
    coalesce((select available from stock where product = named), 0)
    + coalesce((select sum(item.stock_quantity) from shipment_item item
        join shipment on shipment.id = item.shipment_id
        where item.product = named and shipment.state in ('pending', 'on-hold')), 0)
    + coalesce((select sum((reserved_stock ->> named)::integer) from checkout
        where state in ('charging', 'challenge', 'unknown')), 0));
end
$$;

-- A lot can be written off. A command receives without a person of staff.
alter table stock_movement alter column staff_id drop not null;
do $$
declare found text;
begin
  for found in select conname from pg_constraint where conrelid = 'stock_movement'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%lot IS NULL%delivery_id IS NULL%'
  loop
    execute format('alter table stock_movement drop constraint %I', found);
  end loop;
end
$$;
alter table stock_movement add constraint stock_movement_received_check
  check (kind = 'received' or delivery_id is null),
  add constraint stock_movement_lot_check check (kind in ('received', 'written-off') or lot is null);
