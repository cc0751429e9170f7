-- People of staff act for a member from their session at the desk, without an account as an agent. A visit is of an agent, who begins it
-- by a link and a password, or of a person of staff, who begins it in a session at the desk and only within it.
alter table impersonation
  alter column agent_id drop not null,
  alter column link_hash drop not null,
  alter column link_expires_at drop not null,
  add column staff_id uuid references staff (id),
  -- Not a foreign key: sessions are deleted a while after they end, and the visit stays.
  add column staff_session_id uuid,
  add constraint impersonation_by_one check (
    (agent_id is null) = (staff_id is not null)
    and (staff_id is null) = (staff_session_id is null)
    and (agent_id is null) = (link_hash is null)
    and (agent_id is null) = (link_expires_at is null)
  ),
  -- Nothing of it waits for a link: it is there once it has begun.
  add constraint impersonation_of_staff_has_begun check (staff_id is null or started_at is not null);
create index impersonation_of_staff on impersonation (staff_id) where staff_id is not null and ended_at is null;

alter table audited_action
  alter column agent_id drop not null,
  add column staff_id uuid,
  add constraint audited_action_by_one check ((agent_id is null) = (staff_id is not null));

-- As before, for both kinds: with `=` a column that is null would leave every action without its outcome.
create or replace function audited_action_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome = 'started'
    and (new.id, new.impersonation_id, new.agent_id, new.staff_id, new.account_id, new.endpoint, new.action, new.subject, new.at)
      is not distinct from
      (old.id, old.impersonation_id, old.agent_id, old.staff_id, old.account_id, old.endpoint, old.action, old.subject, old.at)
  then
    return new;
  end if;
  raise exception 'an audited action is final' using errcode = 'restrict_violation';
end
$$;

-- A visit with the names of who acts and of the member, in one look-up. `impersonation_member` stays for the release before: it knows
-- agents only, so that a process of that release takes no visit of staff for one that it may answer.
create view impersonation_person as
  select impersonation.id, impersonation.agent_id, impersonation.staff_id, impersonation.staff_session_id,
    impersonation.account_id, impersonation.session_hash, impersonation.link_hash, impersonation.link_expires_at,
    impersonation.reason, impersonation.minutes, impersonation.tries, impersonation.started_at, impersonation.ends_at,
    impersonation.ended_at, impersonation.intent, coalesce(agent.name, staff.name) as agent_name, agent.password_hash,
    agent.dismissed_at, account.email as member_email, account.first_name as member_name
  from impersonation
  join account on account.id = impersonation.account_id
  left join agent on agent.id = impersonation.agent_id
  left join staff on staff.id = impersonation.staff_id;
