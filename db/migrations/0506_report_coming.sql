-- What coming orders of subscriptions need, as sums that every write of a subscription keeps right.

-- By the day of the next order: how many units of a plan subscriptions take, and with how many of their next four orders.
create table report_coming_sum (
  plan_code text not null,
  next_order_on date not null,
  interval_months integer not null,
  -- four for those without an end
  orders integer not null,
  units integer not null,
  primary key (plan_code, next_order_on, interval_months, orders)
);

-- What has changed since the sums were made. A row for each change, so that nobody waits for anybody else's sum.
create table report_coming_change (
  id bigint generated always as identity primary key,
  plan_code text not null,
  next_order_on date not null,
  interval_months integer not null,
  orders integer not null,
  -- below zero where they are not needed any more
  units integer not null
);

create function report_note_coming() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.state in ('active', 'future') and old.next_order_on is not null then
    insert into report_coming_change (plan_code, next_order_on, interval_months, orders, units)
    values (old.plan_code, old.next_order_on, old.interval_months, least(coalesce(old.remaining_orders, 4), 4), -old.quantity);
  end if;
  if tg_op <> 'DELETE' and new.state in ('active', 'future') and new.next_order_on is not null then
    insert into report_coming_change (plan_code, next_order_on, interval_months, orders, units)
    values (new.plan_code, new.next_order_on, new.interval_months, least(coalesce(new.remaining_orders, 4), 4), new.quantity);
  end if;
  return null;
end $$;

create trigger subscription_coming_inserted after insert on subscription
  for each row when (new.state in ('active', 'future')) execute function report_note_coming();
create trigger subscription_coming_deleted after delete on subscription
  for each row when (old.state in ('active', 'future')) execute function report_note_coming();
create trigger subscription_coming_changed after update on subscription
  for each row when (
    (old.state, old.plan_code, old.next_order_on, old.interval_months, old.remaining_orders, old.quantity)
    is distinct from (new.state, new.plan_code, new.next_order_on, new.interval_months, new.remaining_orders, new.quantity)
  ) execute function report_note_coming();

create view report_coming_known as
  select plan_code, next_order_on, interval_months, orders, units from report_coming_sum
  union all
  select plan_code, next_order_on, interval_months, orders, units from report_coming_change;

-- What the sums and their changes lack, counted from every subscription; no rows where they are right.
create view report_coming_missing as
  select plan_code, next_order_on, interval_months, orders, sum(units)::integer as units
  from (
    select plan_code, next_order_on, interval_months, least(coalesce(remaining_orders, 4), 4) as orders, quantity as units
    from subscription where state in ('active', 'future') and next_order_on is not null
    union all
    select plan_code, next_order_on, interval_months, orders, -units from report_coming_known
  ) counted
  group by 1, 2, 3, 4
  having sum(units) <> 0;
