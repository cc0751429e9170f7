-- The shipments with units of a lot, for the list of a recall; what is only packed can still be stopped.
create view desk_recall as
  select item.lot, item.product, shipment.id::text as shipment_id, o.number, o.account_id, o.email,
    (coalesce(shipment.ship_to, o.ship_to) ->> 'firstName') || ' '
      || (coalesce(shipment.ship_to, o.ship_to) ->> 'lastName') as person,
    coalesce(shipment.ship_to, o.ship_to) ->> 'phone' as phone,
    coalesce(shipment.ship_to, o.ship_to) ->> 'country' as country,
    shipment.state, shipment.shipped_at, sum(item.units)::integer as units, sum(item.returned)::integer as returned
  from shipment_lot item join shipment on shipment.id = item.shipment_id join "order" o on o.id = shipment.order_id
  group by item.lot, item.product, shipment.id, o.id;
