-- Whose an order is, so that the preview of a file sees the number of another buyer's package. The columns before stay as they are.
create or replace view desk_shippable as
  select o.number, o.state, o.is_held,
    exists (select from shipment s where s.order_id = o.id and s.state in ('pending', 'packed')) as has_waiting,
    coalesce((select jsonb_agg(jsonb_build_array(s.carrier, s.tracking)) from shipment s
      where s.order_id = o.id and s.tracking is not null), '[]') as tracked,
    o.id as order_id, o.account_id
  from "order" o;
