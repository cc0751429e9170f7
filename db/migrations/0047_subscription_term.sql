-- What a subscription has paid ahead: a stretch of months with the order that paid it. A pause stops its clock.
create table subscription_term (
  subscription_id uuid not null references subscription (id),
  -- 0 for the purchase that began it
  cycle integer not null,
  account_id uuid not null,
  order_id uuid not null references "order" (id),
  months integer not null check (months > 0),
  first_on date not null,
  -- the day before the next order would come; moves on by the days of a pause
  last_on date not null,
  -- renewed: the next one has begun
  state text not null check (state in ('running', 'paused', 'renewed', 'refunded')),
  primary key (subscription_id, cycle)
);
create index subscription_term_of_order on subscription_term (order_id);

with paid as (
  select s.id as subscription_id, 0 as cycle, s.account_id, s.order_id, o.placed_at
  from subscription s join "order" o on o.id = s.order_id
  union all
  select c.subscription_id, c.number, c.account_id, c.order_id, c.settled_at
  from billing_cycle c
  where c.state = 'billed' and exists (select from order_line l
    where l.order_id = c.order_id and l.subscription_id = c.subscription_id)
),
dated as (
  select paid.*, (placed_at at time zone 'America/New_York')::date as first_on,
    row_number() over (partition by subscription_id order by cycle desc) = 1 as is_latest
  from paid
)
insert into subscription_term
select d.subscription_id, d.cycle, d.account_id, d.order_id, s.interval_months, d.first_on,
  (d.first_on + make_interval(months => s.interval_months))::date - 1,
  case
    when o.state = 'canceled' or (o.total_cents > 0 and o.refunded_cents >= o.total_cents) then 'refunded'
    when not d.is_latest then 'renewed'
    when s.state = 'paused'
      and s.paused_on < (d.first_on + make_interval(months => s.interval_months))::date then 'paused'
    else 'running' end
from dated d join subscription s on s.id = d.subscription_id join "order" o on o.id = d.order_id;
