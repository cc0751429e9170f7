-- People of support who may act for a member.
create table agent (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  dismissed_at timestamptz
);

-- One authorisation: an agent, a member, a reason and a time. It begins once, by its link and the agent's password.
create table agent_visit (
  id uuid primary key,
  agent_id uuid not null references agent (id),
  account_id uuid not null references account (id),
  reason text not null,
  minutes integer not null check (minutes between 1 and 120),
  created_at timestamptz not null,
  link_hash bytea not null unique,
  link_expires_at timestamptz not null,
  tries integer not null default 0,
  session_hash bytea unique,
  started_at timestamptz,
  ends_at timestamptz,
  intent text,
  writes_since timestamptz,
  ended_at timestamptz,
  check ((started_at is null) = (session_hash is null) and (started_at is null) = (ends_at is null)),
  check ((intent is null) = (writes_since is null))
);
create index agent_visit_of_account on agent_visit (account_id);
create index agent_visit_of_agent on agent_visit (agent_id);

-- Every write on behalf of a member, kept before it is done; only its outcome is set afterwards, once.
create table agent_act (
  id uuid primary key,
  number bigint not null generated always as identity,
  visit_id uuid not null references agent_visit (id),
  agent_id uuid not null,
  account_id uuid not null,
  call text not null,
  action text not null default '',
  subject text not null default '',
  at timestamptz not null,
  outcome text not null default 'begun'
);
create index agent_act_of_visit on agent_act (visit_id, number);

create function agent_act_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome = 'begun'
    and (new.id, new.visit_id, new.agent_id, new.account_id, new.call, new.action, new.subject, new.at)
      = (old.id, old.visit_id, old.agent_id, old.account_id, old.call, old.action, old.subject, old.at)
  then
    return new;
  end if;
  raise exception 'what an agent did stays written down';
end
$$;
create trigger agent_act_stays before update or delete on agent_act
  for each row execute function agent_act_stays();

-- A visit with the names of agent and member: what every request of an agent asks, in one look-up.
create view agent_visit_member as
  select agent_visit.id, agent_visit.agent_id, agent_visit.account_id, agent_visit.session_hash,
    agent_visit.link_hash, agent_visit.link_expires_at, agent_visit.reason, agent_visit.minutes,
    agent_visit.tries, agent_visit.started_at, agent_visit.ends_at, agent_visit.ended_at, agent_visit.intent,
    agent_visit.writes_since, agent.name as agent_name, agent.password_hash, agent.dismissed_at,
    account.email as member_email
  from agent_visit
  join agent on agent.id = agent_visit.agent_id
  join account on account.id = agent_visit.account_id;
