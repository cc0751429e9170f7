-- What the page of an order shows beside its money and its history, in one read: why it is held, the lots in its shipments, and what was
-- reported. Who wrote a remark is in its row, so that a page with notes needs no list of staff.
create view desk_order_facts as
  select o.id as order_id,
    (select jsonb_agg(jsonb_build_object('cause', hold.cause, 'causeId', hold.cause_id, 'reason', hold.reason) order by hold.placed_at)
      from order_hold hold where hold.order_id = o.id and hold.released_at is null) as holds,
    (select jsonb_agg(jsonb_build_object('shipmentId', one.shipment_id, 'position', one.position, 'lot', one.lot, 'units', one.units,
        'returned', one.returned) order by one.position, one.lot)
      from shipment join shipment_lot one on one.shipment_id = shipment.id where shipment.order_id = o.id) as lots,
    (select jsonb_agg(jsonb_build_object('number', problem.number, 'kind', problem.kind, 'state', problem.state,
        'reportedAt', problem.reported_at) order by problem.reported_at, problem.number)
      from order_problem problem where problem.order_id = o.id) as problems
  from "order" o;

create or replace view desk_remark as
  select 'note' as kind, note.id::text as id, note.order_number, note.staff_id, note.text, note.noted_at as at, staff.name as staff_name
    from desk_note note left join staff on staff.id = note.staff_id where note.order_number is not null
  union all
  select 'tag', one.tag, o.number, one.staff_id, one.tag, one.tagged_at, staff.name
    from desk_order_tag one join "order" o on o.id = one.order_id left join staff on staff.id = one.staff_id;
