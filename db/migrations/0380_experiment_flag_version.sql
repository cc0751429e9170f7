-- What flags and experiments said, version by version; content/flags.json fills a new shop. The latest version of a name counts.
create table flag_version (
  number integer primary key check (number > 0),
  kind text not null check (kind in ('files', 'import', 'desk', 'approved', 'guardrail')),
  made_at timestamptz not null,
  staff_id uuid
);
create table flag_document (
  kind text not null check (kind in ('flag', 'experiment')),
  name text not null,
  version integer not null references flag_version (number),
  document jsonb not null,
  primary key (kind, name, version)
);
create index flag_document_of_version on flag_document (version);

create function flag_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a version of flags is final' using errcode = 'restrict_violation';
end
$$;
create trigger flag_version_is_final before update or delete on flag_version
  for each row execute function flag_version_is_final();
create trigger flag_version_stays before truncate on flag_version
  execute function flag_version_is_final();
create trigger flag_document_is_final before update or delete on flag_document
  for each row execute function flag_version_is_final();
create trigger flag_document_stays before truncate on flag_document
  execute function flag_version_is_final();

-- Experiments that run with something that must not get worse.
create view experiment_guarded as
  select latest.name from (
    select distinct on (name) name, document from flag_document
    where kind = 'experiment' order by name, version desc
  ) latest
  where latest.document ->> 'state' = 'running' and latest.document -> 'guardrails' <> '[]'::jsonb;
