-- The people who run the shop at its desk. They sign in with passkeys only.
create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('owner', 'operations', 'support', 'marketing', 'finance', 'read-only')),
  invited_at timestamptz not null,
  -- When the first passkey was made; null for somebody who was only invited.
  joined_at timestamptz,
  -- When the person left; nothing of an ended one signs in.
  ended_at timestamptz
);
create index staff_owner on staff (id) where role = 'owner' and ended_at is null;

-- Links by which a person makes a passkey, each once.
create table staff_link (
  token_hash bytea primary key,
  staff_id uuid not null references staff (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_link_of_staff on staff_link (staff_id);

create table staff_passkey (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkey_of_staff on staff_passkey (staff_id);

-- What a browser was asked to sign, and what for.
create table staff_challenge (
  browser_hash bytea primary key,
  challenge text not null,
  purpose text not null check (purpose in ('join', 'sign-in', 'step-up')),
  staff_id uuid references staff (id),
  expires_at timestamptz not null,
  check ((purpose = 'sign-in') = (staff_id is null))
);

create table staff_session (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  token_hash bytea not null unique,
  user_agent text not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index staff_session_of_staff on staff_session (staff_id, started_at desc);

-- A passkey was used again for one act; the act uses it up.
create table staff_step_up (
  session_id uuid not null references staff_session (id),
  act text not null,
  expires_at timestamptz not null,
  primary key (session_id, act)
);

-- What staff did and looked at: one chain of hashes a day, and the days chained by their roots. Nothing of it is ever
-- changed or deleted.
create table audit_day (
  day date primary key,
  -- The root of the day before.
  start bytea not null,
  entries integer not null,
  root bytea not null
);
create table audit_entry (
  day date not null references audit_day (day),
  position integer not null,
  at timestamptz not null,
  -- Null for an operator at the command line.
  staff_id uuid references staff (id),
  actor text not null,
  act text not null,
  subject text not null,
  -- The member it was done for; ids only, so that an erased account leaves nothing of itself here.
  account_id uuid,
  -- JSON, as it was hashed.
  before text not null,
  after text not null,
  reason text not null,
  request_id text not null,
  hash bytea not null,
  primary key (day, position)
);
create index audit_entry_of_subject on audit_entry (subject, at desc);
create index audit_entry_of_staff on audit_entry (staff_id, at desc);
create index audit_entry_of_account on audit_entry (account_id, at desc) where account_id is not null;

create function audit_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'audit_day' then
    if new.day = old.day and new.start = old.start and new.entries = old.entries + 1 then
      return new;
    end if;
  end if;
  raise exception 'the audit log is final' using errcode = 'restrict_violation';
end
$$;
create trigger audit_entry_is_final before update or delete on audit_entry
  for each row execute function audit_is_final();
create trigger audit_entry_stays before truncate on audit_entry execute function audit_is_final();
create trigger audit_day_is_final before update or delete on audit_day
  for each row execute function audit_is_final();
create trigger audit_day_stays before truncate on audit_day execute function audit_is_final();

-- A session with its person.
create view staff_session_person as
  select session.id, session.token_hash, session.started_at, session.last_seen_at, session.expires_at,
    person.id as staff_id, person.name, person.email, person.role
  from staff_session session
  join staff person on person.id = session.staff_id
  where session.ended_at is null and person.ended_at is null;
