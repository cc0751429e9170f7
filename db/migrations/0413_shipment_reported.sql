-- When a carrier reported on a shipment first: of those under way the home looks only at these, however many leave without reports.
-- locks shipment: only those that a carrier reported on are changed, half a minute for a million of them; the index is of those under way.
alter table shipment add column reported_at timestamptz;
update shipment set reported_at = said.at
  from (select shipment_id, min(recorded_at) as at from shipment_event where source = 'carrier' group by shipment_id) said
  where said.shipment_id = shipment.id;

create function shipment_note_report() returns trigger language plpgsql as $$
begin
  update shipment set reported_at = new.recorded_at where id = new.shipment_id and reported_at is null;
  return null;
end $$;
create trigger shipment_event_reported after insert on shipment_event
  for each row when (new.source = 'carrier') execute function shipment_note_report();

create index shipment_reported on shipment (shipped_at)
  where state in ('shipped', 'in-transit') and reported_at is not null;

create or replace view desk_undelivered as
  select s.id, s.state, s.account_id, s.expected_on, s.shipped_at, s.ended_at, o.number as order_number,
    o.shipping_method_code || ' ' || coalesce(s.ship_to ->> 'country', o.ship_to ->> 'country', '') as route
  from (
      select id, state, account_id, order_id, expected_on, shipped_at, ended_at, ship_to from shipment
      where state in ('lost', 'returned-to-sender')
      union all
      select id, state, account_id, order_id, expected_on, shipped_at, ended_at, ship_to from shipment
      where state in ('shipped', 'in-transit') and reported_at is not null
    ) s join "order" o on o.id = s.order_id
  where o.refunded_at is null
    and exists (
      select from shipment_item item
      where item.shipment_id = s.id and item.line_quantity
        > coalesce((select sum(case when line.kind = 'line' then line.quantity
              when refund.requested_at >= coalesce(s.ended_at, s.shipped_at) then item.line_quantity else 0 end)
            from refund join refund_line line on line.refund_id = refund.id
            where refund.order_id = s.order_id and refund.state <> 'refused' and line.kind in ('line', 'sum')
              and line.position = item.position), 0)
          + coalesce((select sum(sent.line_quantity)
            from shipment again join shipment_item sent on sent.shipment_id = again.id
            where again.order_id = s.order_id and again.id <> s.id and again.is_reship and again.state <> 'canceled'
              and again.created_at >= coalesce(s.ended_at, s.shipped_at) and sent.position = item.position), 0))
    and not exists (
      select from order_problem problem
      where problem.order_id = s.order_id and problem.reported_at >= coalesce(s.ended_at, s.shipped_at)
        and exists (select from order_problem_line line join shipment_item item on item.position = line.position
          where line.problem_id = problem.id and item.shipment_id = s.id));
