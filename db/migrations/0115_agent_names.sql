-- Standard names: an agent acts for a member in an impersonation session; what the agent does there are audited actions.
alter table agent_visit rename to impersonation;
alter view agent_visit_member rename to impersonation_member;

drop trigger agent_act_stays on agent_act;
drop function agent_act_stays;
alter table agent_act rename to audited_action;
alter table audited_action rename column visit_id to impersonation_id;
alter table audited_action rename column call to endpoint;
alter sequence agent_act_number_seq rename to audited_action_number_seq;
update audited_action set outcome = 'started' where outcome = 'begun';
alter table audited_action alter column outcome set default 'started';

-- The outcome of a started action is set once; nothing else is ever changed or deleted.
create function audited_action_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome = 'started'
    and (new.id, new.impersonation_id, new.agent_id, new.account_id, new.endpoint, new.action, new.subject, new.at)
      = (old.id, old.impersonation_id, old.agent_id, old.account_id, old.endpoint, old.action, old.subject, old.at)
  then
    return new;
  end if;
  raise exception 'an audited action is final' using errcode = 'restrict_violation';
end
$$;
create trigger audited_action_is_final before update or delete on audited_action
  for each row execute function audited_action_is_final();

do $$
declare found record;
begin
  for found in
    select conrelid::regclass as relation, conname as former,
      replace(replace(conname, 'agent_act_', 'audited_action_'), 'agent_visit_', 'impersonation_') as name
    from pg_constraint
    where conrelid in ('impersonation'::regclass, 'audited_action'::regclass) and conname ~ '^agent_(act|visit)_'
  loop
    execute format('alter table %s rename constraint %I to %I', found.relation, found.former,
      replace(found.name, 'audited_action_visit_id', 'audited_action_impersonation_id'));
  end loop;
end $$;
alter index agent_visit_of_account rename to impersonation_of_account;
alter index agent_visit_of_agent rename to impersonation_of_agent;
alter index agent_act_of_visit rename to audited_action_of_impersonation;
