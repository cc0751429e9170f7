-- What one decision at the desk scheduled together: prices of several plans and currencies. Null: scheduled by an operator, alone.
alter table price_increase add column group_id uuid;
alter table price_increase add column reason text not null default '';
alter table price_increase add column requested_by uuid;
alter table price_increase add column approved_by uuid;
-- Why and by whom it was undone at the desk.
alter table price_increase add column stop_reason text not null default '';
alter table price_increase add column stopped_by uuid;
create index price_increase_of_group on price_increase (group_id) where group_id is not null;

-- Whom an increase is about: all who have the plan, and whoever was notified of it and has it no more.
create index subscription_live_of_plan on subscription (plan_code, currency, id)
  where state in ('active', 'paused', 'future');
