-- Lists of orders as files that a job writes: for the person who asked, and for a day.
create table desk_export (
  id uuid primary key,
  -- of the form that asked: sent again it is the same file
  request_id uuid not null unique,
  staff_id uuid not null references staff,
  -- the words of the list's address: filter, sort and columns
  query text not null,
  has_names boolean not null,
  requested_at timestamptz not null,
  -- where the next part begins; null before the first one
  place text,
  parts integer not null default 0,
  orders integer not null default 0,
  finished_at timestamptz,
  -- why there is no file
  failure text,
  -- the first time
  downloaded_at timestamptz,
  check (failure is null or finished_at is not null)
);
create index desk_export_by_person on desk_export (staff_id, requested_at desc);
create index desk_export_by_time on desk_export (requested_at);

-- Lines of the file, a thousand orders each.
create table desk_export_part (
  export_id uuid not null references desk_export on delete cascade,
  position integer not null,
  lines text not null,
  primary key (export_id, position)
);
