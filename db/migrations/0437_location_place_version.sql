-- Where the shop ships, for how much and in how many days, version by version; the latest counts. Files fill a new shop.
-- json, because regions are shown in the order of their document.
create table place_version (
  number integer primary key check (number > 0),
  kind text not null check (kind in ('files', 'import', 'restore', 'desk', 'approved')),
  note text not null,
  made_at timestamptz not null,
  staff_id uuid,
  document json not null
);

create function place_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a version of the places is final' using errcode = 'restrict_violation';
end
$$;
create trigger place_version_is_final before update or delete on place_version
  for each row execute function place_version_is_final();
create trigger place_version_stays before truncate on place_version
  execute function place_version_is_final();
