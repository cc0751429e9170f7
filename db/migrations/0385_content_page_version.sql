-- Pages that were published at the desk or imported, version by version. A page without a version is what its file in content/pages
-- says. The document is as in a file; json keeps the order in which it was written.
create table page_version (
  slug text not null,
  number integer not null check (number > 0),
  kind text not null check (kind in ('file', 'desk', 'import')),
  note text not null,
  document json not null,
  published_at timestamptz not null,
  -- Of the person at the desk who published it, and of the one who approved its claims.
  staff_id uuid,
  approved_by uuid,
  primary key (slug, number)
);

create function page_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a page is final' using errcode = 'restrict_violation';
end
$$;
create trigger page_version_is_final before update or delete on page_version
  for each row execute function page_version_is_final();
create trigger page_version_stays before truncate on page_version execute function page_version_is_final();

-- What is edited of a page: its parts, each with the revision of the draft that changed it last and by whom.
create table page_draft (
  slug text primary key,
  -- The version that it was made of; 0 for the file, or for a new page.
  base_version integer not null check (base_version >= 0),
  revision integer not null check (revision > 0),
  parts json not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);

-- A version that waits for its moment. It is what was scheduled, whatever becomes of the draft.
create table page_schedule (
  id uuid primary key,
  slug text not null,
  document json not null,
  note text not null,
  -- The version that it is to replace; when another one was published meanwhile, it is not.
  base_version integer not null check (base_version >= 0),
  publish_at timestamptz not null,
  -- Of the draft that was scheduled: it is dropped with the publication unless somebody went on with it.
  draft_revision integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'published', 'canceled', 'failed')),
  scheduled_at timestamptz not null,
  staff_id uuid not null,
  approved_by uuid,
  ended_at timestamptz
);
create unique index page_schedule_waiting on page_schedule (slug) where state = 'waiting';
create index page_schedule_due on page_schedule (publish_at) where state = 'waiting';
