-- What purchases take from stock, as sums by the hour that every write of an order keeps right.

create table report_bought_sum (
  -- when it began; an hour of UTC, so that sums are of the same hours in every time zone
  hour timestamptz not null,
  product text not null,
  units integer not null,
  primary key (hour, product)
);

-- What has changed since the sums were made. A row for each change, so that no purchase waits for another one's sum.
create table report_bought_change (
  id bigint generated always as identity primary key,
  hour timestamptz not null,
  product text not null,
  -- below zero for what is not in a purchase any more
  units integer not null
);

create function report_note_bought() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into report_bought_change (hour, product, units)
    select date_trunc('hour', o.placed_at, 'UTC'), old.product, -old.stock_quantity
    from "order" o where o.id = old.order_id and o.billing_cycle_id is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into report_bought_change (hour, product, units)
    select date_trunc('hour', o.placed_at, 'UTC'), new.product, new.stock_quantity
    from "order" o where o.id = new.order_id and o.billing_cycle_id is null;
  end if;
  return null;
end $$;

create trigger order_line_bought_inserted after insert on order_line
  for each row when (new.stock_quantity <> 0) execute function report_note_bought();
create trigger order_line_bought_deleted after delete on order_line
  for each row when (old.stock_quantity <> 0) execute function report_note_bought();
create trigger order_line_bought_changed after update on order_line
  for each row when (
    (old.order_id, old.product, old.stock_quantity) is distinct from (new.order_id, new.product, new.stock_quantity)
  ) execute function report_note_bought();

-- An order whose time is another one, or that belongs to a renewal, with all of its lines.
create function report_note_bought_order() returns trigger language plpgsql as $$
begin
  insert into report_bought_change (hour, product, units)
  select date_trunc('hour', placed.at, 'UTC'), line.product, placed.sign * line.stock_quantity
  from (values (old.placed_at, old.billing_cycle_id, -1), (new.placed_at, new.billing_cycle_id, 1))
    placed(at, cycle, sign)
  join order_line line on line.order_id = new.id
  where placed.cycle is null and line.stock_quantity <> 0;
  return null;
end $$;

create trigger order_bought_changed after update on "order"
  for each row when (
    (old.placed_at, old.billing_cycle_id) is distinct from (new.placed_at, new.billing_cycle_id)
  ) execute function report_note_bought_order();

create view report_bought_known as
  select hour, product, units from report_bought_sum
  union all
  select hour, product, units from report_bought_change;

-- What the sums and their changes lack, counted from every purchase; no rows where they are right.
create view report_bought_missing as
  select hour, product, sum(units)::integer as units
  from (
    select date_trunc('hour', placed_at, 'UTC') as hour, product, units from report_stock_bought
    union all
    select hour, product, -units from report_bought_known
  ) counted
  group by 1, 2
  having sum(units) <> 0;
