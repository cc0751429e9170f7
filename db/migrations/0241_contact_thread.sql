-- All messages of one address are one conversation, which staff answer. A trigger keeps it, so that a message which a
-- process of the release before stores is in the list too, and what such a process erases is gone from it.
create table contact_thread (
  -- The id of its first message.
  id uuid primary key,
  email text not null unique,
  last_at timestamptz not null,
  -- The first message without an answer; null when all are answered or closed.
  waiting_since timestamptz,
  closed_at timestamptz,
  assigned_to uuid references staff (id),
  -- Raised with every message and act: an answer is to what was read.
  version integer not null default 1,
  check (waiting_since is null or closed_at is null)
);
create index contact_thread_waiting on contact_thread (waiting_since, id) where waiting_since is not null;
create index contact_thread_last on contact_thread (last_at desc, id desc);

create table contact_answer (
  -- The id of the request, so that a form sent twice is one answer.
  id uuid primary key,
  thread_id uuid not null references contact_thread (id) on delete cascade,
  staff_id uuid not null references staff (id),
  text text not null,
  answered_at timestamptz not null
);
create index contact_answer_of_thread on contact_answer (thread_id, answered_at);
create index contact_answer_old on contact_answer (answered_at);

create index contact_message_of_email on contact_message (email, created_at);

-- What came before was mailed and answered elsewhere.
insert into contact_thread (id, email, last_at, closed_at)
select (array_agg(id order by created_at, id))[1], email, max(created_at), now() from contact_message group by email;

create function contact_message_opens_thread() returns trigger language plpgsql as $$
begin
  insert into contact_thread as thread (id, email, last_at, waiting_since)
  values (new.id, new.email, new.created_at, new.created_at)
  on conflict (email) do update set
    last_at = greatest(thread.last_at, excluded.last_at),
    waiting_since = coalesce(thread.waiting_since, excluded.waiting_since),
    closed_at = null,
    version = thread.version + 1;
  return null;
end $$;
create trigger contact_message_opens_thread after insert on contact_message
  for each row execute function contact_message_opens_thread();

create function contact_message_ends_thread() returns trigger language plpgsql as $$
begin
  -- Locked first: a message that comes at this moment is seen by the next statement.
  perform 1 from contact_thread where email = old.email for update;
  delete from contact_thread
  where email = old.email and not exists (select 1 from contact_message where email = old.email);
  return null;
end $$;
create trigger contact_message_ends_thread after delete on contact_message
  for each row execute function contact_message_ends_thread();
