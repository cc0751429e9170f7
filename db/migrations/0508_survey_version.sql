-- Surveys that were published at the desk, version by version; the latest one of a name counts, before the file of that name.
create table survey_version (
  number integer primary key check (number > 0),
  name text not null,
  made_at timestamptz not null,
  -- null for a command
  staff_id uuid,
  document json not null
);
create index survey_version_of_name on survey_version (name, number desc);

create function survey_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a survey is final' using errcode = 'restrict_violation';
end
$$;
create trigger survey_version_is_final before update or delete on survey_version
  for each row execute function survey_version_is_final();
create trigger survey_version_stays before truncate on survey_version
  execute function survey_version_is_final();
