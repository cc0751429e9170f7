-- What a line takes from which shelf, as it was when the order was placed.
alter table order_line add column product text, add column units integer;
update order_line line set product = plan.stock_product, units = plan.stock_units * line.quantity
  from plan where plan.code = line.plan_code;
alter table order_line
  alter column product set not null,
  alter column units set not null,
  add constraint order_line_units check (units >= 0);

-- What of a product an order's parcel owes its buyer, until it is shipped, canceled or given back.
create table delivery (
  id uuid primary key,
  order_id uuid not null references "order" (id),
  account_id uuid not null,
  product text not null,
  units integer not null check (units >= 0),
  state text not null check (state in ('owed', 'shipped', 'canceled', 'refunded')),
  owed_at timestamptz not null,
  shipped_at timestamptz,
  -- canceled, or all its money given back
  ended_at timestamptz,
  unique (order_id, product),
  check ((state in ('canceled', 'refunded')) = (ended_at is not null)),
  check (state <> 'shipped' or shipped_at is not null)
);
create index delivery_of_account on delivery (account_id);

insert into delivery
select gen_random_uuid(), o.id, o.account_id, line.product, sum(line.units), stood.state, o.placed_at, o.shipped_at,
  case when stood.state in ('canceled', 'refunded') then coalesce(o.canceled_at, o.shipped_at) end
from "order" o
join order_line line on line.order_id = o.id
cross join lateral (select case
  when o.state = 'placed' then 'owed'
  when o.total_cents > 0 and o.refunded_cents >= o.total_cents then 'refunded'
  else o.state end as state) stood
group by o.id, line.product, stood.state;
