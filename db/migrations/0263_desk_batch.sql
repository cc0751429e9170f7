-- Shipments that one person packs together. A batch stores which ones they are and who has it, and no state of theirs: what is packed,
-- held or canceled is read from the shipment.
create table desk_batch (
  number integer generated always as identity primary key,
  -- of the form that made it: sent again it is the same batch
  request_id uuid not null unique,
  made_by uuid not null,
  -- who packs it
  holder uuid not null,
  made_at timestamptz not null,
  closed_at timestamptz
);
create index desk_batch_open on desk_batch (number) where closed_at is null;

create table desk_batch_shipment (
  batch integer not null references desk_batch (number),
  shipment_id uuid not null references shipment (id),
  -- the order in which the batch is packed
  place integer not null,
  -- when it went back to the list without being packed
  released_at timestamptz,
  primary key (batch, shipment_id)
);
-- A shipment is in one batch at a time.
create unique index desk_batch_shipment_once on desk_batch_shipment (shipment_id) where released_at is null;

-- What is to be packed or handed over, with the day from which it is due: what is sent again is due from the day it was decided.
create view desk_to_pack as
  select s.id as shipment_id, s.order_id, o.number as order_number, s.state,
    case when o.state = 'placed' then o.ship_on else (s.created_at at time zone 'UTC')::date end as due_on,
    own.batch
  from shipment s
    join "order" o on o.id = s.order_id
    left join desk_batch_shipment own on own.shipment_id = s.id and own.released_at is null
  where s.state in ('pending', 'packed') and not o.is_held
    and ((o.state = 'placed' and o.ship_on is not null) or (s.is_reship and o.state <> 'placed'));

-- Units of it, by plan.
create view desk_to_pick as
  select waiting.shipment_id, waiting.due_on, waiting.batch, waiting.state, line.plan_code as sku, item.line_quantity as quantity
  from desk_to_pack waiting
    join shipment_item item on item.shipment_id = waiting.shipment_id
    join order_line line on line.order_id = item.order_id and line.position = item.position;

-- The shipments of batches, as they are now.
create view desk_batch_line as
  select member.batch, member.place, member.shipment_id, s.order_id, o.number as order_number,
    case when member.released_at is not null then 'released'
      when s.state = 'pending' and o.is_held then 'on-hold' else s.state end as state,
    exists (select from shipment_label label where label.shipment_id = s.id and label.state in ('bought', 'handed-over')) as has_label
  from desk_batch_shipment member
    join shipment s on s.id = member.shipment_id
    join "order" o on o.id = s.order_id;

create view desk_batch_summary as
  select batch.number, batch.made_at, batch.closed_at, maker.name as made_by, holder.name as held_by, batch.holder,
    count(line.shipment_id) filter (where line.state <> 'released') as shipments,
    count(line.shipment_id) filter (where line.state = 'pending') as to_pack,
    count(line.shipment_id) filter (where line.state = 'packed') as packed
  from desk_batch batch
    join staff maker on maker.id = batch.made_by
    join staff holder on holder.id = batch.holder
    left join desk_batch_line line on line.batch = batch.number
  group by batch.number, maker.name, holder.name;
