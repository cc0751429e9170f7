-- Acts on many orders at once: what was chosen is kept, shown, and carried out by a job when somebody says so.
create table desk_bulk (
  id uuid primary key,
  -- of the form that chose: sent again it is the same act
  request_id uuid not null unique,
  act text not null check (act in ('hold', 'release', 'batch')),
  -- the filter whose orders were chosen; null when they were chosen one by one
  filter jsonb,
  reason text not null default '',
  staff_id uuid not null,
  prepared_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- set when somebody ended it before its last order
  stopped_at timestamptz,
  check (finished_at is null or started_at is not null),
  check (stopped_at is null or finished_at is not null)
);
create index desk_bulk_by_time on desk_bulk (prepared_at desc, id desc);

-- What becomes of each order; null as long as it waits.
create table desk_bulk_order (
  bulk_id uuid not null references desk_bulk on delete cascade,
  place integer not null,
  order_id uuid not null,
  outcome text check (outcome in ('done', 'left-out', 'failed')),
  why text not null default '',
  primary key (bulk_id, order_id)
);
create index desk_bulk_order_waiting on desk_bulk_order (bulk_id, place) where outcome is null;

create view desk_bulk_summary as
  select bulk.*, staff.name as staff_name,
    (select batch.number from desk_batch batch where batch.request_id = bulk.id) as batch,
    counts.chosen, counts.done, counts.left_out, counts.failed
  from desk_bulk bulk
    join staff on staff.id = bulk.staff_id
    cross join lateral (
      select count(*)::integer as chosen,
        (count(*) filter (where line.outcome = 'done'))::integer as done,
        (count(*) filter (where line.outcome = 'left-out'))::integer as left_out,
        (count(*) filter (where line.outcome = 'failed'))::integer as failed
      from desk_bulk_order line where line.bulk_id = bulk.id
    ) counts;

create view desk_bulk_line as
  select line.bulk_id, line.place, line.order_id, line.outcome, line.why, o.number, o.currency, o.total_cents
  from desk_bulk_order line join "order" o on o.id = line.order_id;

-- What says whether an order can be held, released or put into a batch.
create view desk_bulk_fact as
  select o.id as order_id, o.number, o.state,
    coalesce((select jsonb_agg(distinct hold.cause) from order_hold hold
      where hold.order_id = o.id and hold.released_at is null), '[]') as holds,
    exists (select from shipment s where s.order_id = o.id and s.state in ('pending', 'on-hold', 'packed')) as has_open,
    exists (select from shipment s where s.order_id = o.id and s.state = 'packed') as has_packed,
    coalesce((select jsonb_agg(waiting.shipment_id order by waiting.shipment_id) from desk_to_pack waiting
      where waiting.order_id = o.id and waiting.state = 'pending' and waiting.batch is null), '[]') as unbatched,
    (select min(waiting.batch) from desk_to_pack waiting
      where waiting.order_id = o.id and waiting.state = 'pending') as batch
  from "order" o;

-- Many orders at once wait for a second person too.
alter table desk_approval drop constraint desk_approval_kind_check;
alter table desk_approval drop constraint desk_approval_of_file;
alter table desk_approval add constraint desk_approval_kind_check check (
  kind in ('refund', 'return-receipt', 'tracking-import', 'hold-orders', 'release-orders', 'batch-orders')
);
-- How many orders it is about.
alter table desk_approval add constraint desk_approval_of_many check (
  (kind in ('tracking-import', 'hold-orders', 'release-orders', 'batch-orders')) = (shipments is not null)
);
