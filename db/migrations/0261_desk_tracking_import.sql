-- Files of tracking numbers: read and shown first, and carried out by a job when somebody says so.
create table desk_tracking_import (
  id uuid primary key,
  staff_id uuid not null,
  file_name text not null,
  -- what each row says, as it was read: no names and no addresses
  rows jsonb not null,
  uploaded_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- rows that are done, and what became of them
  done integer not null default 0,
  shipped integer not null default 0,
  repeated integer not null default 0,
  empty integer not null default 0,
  problems jsonb not null default '[]'
);
create index desk_tracking_import_by_time on desk_tracking_import (uploaded_at desc);

create view desk_shippable as
  select o.number, o.state, o.is_held,
    exists (select from shipment s where s.order_id = o.id and s.state in ('pending', 'packed')) as has_waiting,
    coalesce((select jsonb_agg(jsonb_build_array(s.carrier, s.tracking)) from shipment s
      where s.order_id = o.id and s.tracking is not null), '[]') as tracked
  from "order" o;
