-- What the catalogue said, version by version. The tables plan and plan_price hold what the latest version says of plans; a
-- release before this one changes prices there alone, and the next start of this one records that as a version.
create table catalogue_version (
  number integer primary key check (number > 0),
  kind text not null check (kind in ('files', 'found', 'price', 'import', 'restore')),
  note text not null,
  published_at timestamptz not null
);
create table catalogue_entry (
  code text not null,
  version integer not null references catalogue_version (number),
  -- The whole entry, as in content/catalogue.
  document jsonb not null,
  primary key (code, version)
);
create index catalogue_entry_of_version on catalogue_entry (version);

create function catalogue_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a version of the catalogue is final' using errcode = 'restrict_violation';
end
$$;
create trigger catalogue_version_is_final before update or delete on catalogue_version
  for each row execute function catalogue_version_is_final();
create trigger catalogue_version_stays before truncate on catalogue_version
  execute function catalogue_version_is_final();
create trigger catalogue_entry_is_final before update or delete on catalogue_entry
  for each row execute function catalogue_version_is_final();
create trigger catalogue_entry_stays before truncate on catalogue_entry
  execute function catalogue_version_is_final();
