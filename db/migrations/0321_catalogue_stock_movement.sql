-- What people at the desk received into stock and wrote off. What orders take and give back is in their lines.
create table stock_movement (
  -- of the form, so that one that is sent twice moves stock once
  id uuid primary key,
  product text not null,
  kind text not null check (kind in ('received', 'written-off')),
  units integer not null check (units between 1 and 1000000),
  -- the stock after it
  available integer not null,
  note text not null,
  moved_at timestamptz not null,
  staff_id uuid not null
);
create index stock_movement_by_time on stock_movement (moved_at desc, id);

create function stock_movement_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a movement of stock is final' using errcode = 'restrict_violation';
end
$$;
create trigger stock_movement_is_final before update or delete on stock_movement
  for each row execute function stock_movement_is_final();
create trigger stock_movement_stays before truncate on stock_movement
  execute function stock_movement_is_final();
