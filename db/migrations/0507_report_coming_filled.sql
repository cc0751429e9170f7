-- A transaction of its own: what subscriptions change meanwhile is noted already, and nobody waits while all of them are counted.
insert into report_coming_change (plan_code, next_order_on, interval_months, orders, units)
select plan_code, next_order_on, interval_months, orders, units from report_coming_missing;

-- The next orders of subscriptions as they are now, and what they take from stock: of some thousand sums instead of every subscription.
create or replace view report_coming_order as
  select plan.stock_product as product, plan.stock_quantity * coming.units as units,
    (coming.next_order_on + make_interval(months => coming.interval_months * later.orders))::date as due_on
  from report_coming_known coming
  join plan on plan.code = coming.plan_code
  cross join generate_series(0, 3) later(orders)
  where later.orders < coming.orders;
