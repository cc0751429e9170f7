-- A delivery about an order names it by its number.
create or replace view partner_delivery_list as
  select d.endpoint_id, d.event_id, d.position, d.ordering_key, d.state, d.attempts, d.next_at, e.type, e.happened_at,
    case when d.ordering_key like 'order:%' then coalesce(e.facts ->> 'number', e.facts ->> 'order_number') end as order_number
  from partner_delivery d join partner_event e on e.id = d.event_id;
