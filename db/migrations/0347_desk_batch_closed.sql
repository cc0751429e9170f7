-- A shipment that was packed in a batch that is closed, held and released, waits to be packed again: it is in no batch, so that the next
-- one takes it. While it is packed, its closed batch is still shown.
create or replace view desk_to_pack as
  select s.id as shipment_id, s.order_id, o.number as order_number, s.state,
    case when o.state = 'placed' then o.ship_on else (s.created_at at time zone 'UTC')::date end as due_on,
    batch.number as batch
  from shipment s
    join "order" o on o.id = s.order_id
    left join desk_batch_shipment own on own.shipment_id = s.id and own.released_at is null
    left join desk_batch batch on batch.number = own.batch and (batch.closed_at is null or s.state <> 'pending')
  where s.state in ('pending', 'packed') and not o.is_held
    and ((o.state = 'placed' and o.ship_on is not null) or (s.is_reship and o.state <> 'placed'));
