-- A name for an address of the list of orders: its filter, its sort and its columns. A person's own, or the team's.
create table saved_view (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  name text not null,
  is_shared boolean not null,
  -- The words of the address, as the list writes them.
  query text not null,
  saved_at timestamptz not null,
  unique (staff_id, name)
);
create index saved_view_of_team on saved_view (name) where is_shared;
