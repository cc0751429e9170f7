-- How a subscription stood from a moment on, as far as it counts for revenue; a row for each time that changed, never
-- changed itself. The version is the subscription's own, so that the order is certain within one moment too.
create table subscription_standing (
  subscription_id uuid not null references subscription (id),
  version integer not null,
  at timestamptz not null,
  state text not null,
  plan_code text not null,
  quantity integer not null,
  unit_price_cents integer not null,
  interval_months integer not null,
  primary key (subscription_id, version)
);

-- What is known of subscriptions from before: how they began, what their changes made of them and when those were taken
-- back, and how they stand. What billing did by itself is dated by the last cycle that was settled.
with told as (
  select subscription_id, at, 1 as step, after as standing from subscription_change
  union all
  select subscription_id, undone_at, 2, before from subscription_change where undone_at is not null
),
first_told as (
  select distinct on (subscription_id) subscription_id, before as standing from subscription_change
  order by subscription_id, at, id
),
stands as (
  select id, jsonb_build_object('state', state, 'planCode', plan_code, 'quantity', quantity,
    'unitPriceCents', unit_price_cents, 'intervalMonths', interval_months) as standing
  from subscription
),
begun as (
  select s.id as subscription_id, coalesce((f.standing ->> 'activatedAt')::timestamptz, s.activated_at) as at,
    coalesce(f.standing, stands.standing) as standing
  from subscription s join stands on stands.id = s.id left join first_told f on f.subscription_id = s.id
),
turns as (
  select subscription_id, at, 0 as step, case when standing ->> 'state' in ('canceled', 'expired', 'failed')
    then standing || '{"state": "active"}' else standing end as standing
  from begun
  union all
  select subscription_id, at, step, standing from told
  union all
  select s.id, greatest(begun.at,
      (select max(told.at) from told where told.subscription_id = s.id),
      (select max(c.settled_at) from billing_cycle c where c.subscription_id = s.id)), 3, stands.standing
  from subscription s join stands on stands.id = s.id join begun on begun.subscription_id = s.id
),
compared as (
  select *, lag(standing) over (partition by subscription_id order by at, step) as earlier from turns
),
kept as (
  select *, row_number() over (partition by subscription_id order by at desc, step desc) - 1 as later
  from compared
  where earlier is null
    or (earlier ->> 'state', earlier ->> 'planCode', earlier ->> 'quantity', earlier ->> 'unitPriceCents',
        earlier ->> 'intervalMonths')
      is distinct from (standing ->> 'state', standing ->> 'planCode', standing ->> 'quantity',
        standing ->> 'unitPriceCents', standing ->> 'intervalMonths')
)
insert into subscription_standing
select kept.subscription_id, s.version - kept.later, kept.at, kept.standing ->> 'state', kept.standing ->> 'planCode',
  (kept.standing ->> 'quantity')::int, (kept.standing ->> 'unitPriceCents')::int,
  (kept.standing ->> 'intervalMonths')::int
from kept join subscription s on s.id = kept.subscription_id;
