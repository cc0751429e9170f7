-- The first and last names of members, each once, by which those are found whose name is spelled almost like what was typed: among
-- a million members there are few different names.
-- locks account: its index is made by hand before on a large table, with "create index concurrently if not exists" and this name; the names are read in ten seconds for a million members.
create extension if not exists pg_trgm;

create table desk_member_name (name text primary key);

insert into desk_member_name
  select distinct name from account, unnest(array[lower(first_name), lower(last_name)]) name
  where erased_at is null and name <> '';
create index desk_member_name_similar on desk_member_name using gin (name gin_trgm_ops) with (fastupdate = off);

-- Both names of a member by one index; it takes the place of the one by last names.
create index if not exists account_full_name on account (lower(last_name) text_pattern_ops, lower(first_name) text_pattern_ops);
drop index account_name_prefix;

-- A name is there as long as a member has it. Names in one order, so that two new members with the same ones do not wait for each other.
create function desk_note_member_name() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.erased_at is null then
    insert into desk_member_name
      select distinct name from unnest(array[lower(new.first_name), lower(new.last_name)]) name where name <> '' order by name
      on conflict do nothing;
  end if;
  if tg_op <> 'INSERT' then
    delete from desk_member_name known
      where known.name in (lower(old.first_name), lower(old.last_name))
        and not exists (select from account where lower(last_name) = known.name and erased_at is null)
        and not exists (select from account where lower(first_name) = known.name and erased_at is null);
  end if;
  return null;
end $$;
create trigger account_named after insert or delete or update of first_name, last_name, erased_at on account
  for each row execute function desk_note_member_name();
