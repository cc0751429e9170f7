-- Words of the team on orders, by which the list is filtered.
create table desk_order_tag (
  tag text not null check (char_length(tag) between 1 and 24),
  order_id uuid not null references "order",
  account_id uuid not null references account,
  staff_id uuid not null references staff,
  tagged_at timestamptz not null,
  primary key (tag, order_id)
);
create index desk_order_tag_of_order on desk_order_tag (order_id);
create index desk_order_tag_of_account on desk_order_tag (account_id);

create view desk_tagged_order as select order_id, tag from desk_order_tag;

-- The list has them too.
create or replace view desk_order as
  select o.id, o.number, o.account_id, o.email, o.kind, o.state, o.is_held, o.placed_at, o.total_cents,
    o.refunded_cents, o.currency, o.charge_id,
    o.ship_to ->> 'country' as country, o.ship_to ->> 'region' as region, o.ship_to ->> 'city' as city,
    (o.ship_to ->> 'firstName') || ' ' || (o.ship_to ->> 'lastName') as person,
    o.id in (select order_id from dispute where closed_at is null) as is_disputed,
    (select jsonb_agg(jsonb_build_object('name', line.name, 'quantity', line.quantity, 'product', line.product)
        order by line.position) from order_line line where line.order_id = o.id) as lines,
    (select jsonb_agg(shipment.state order by shipment.created_at) from shipment
      where shipment.order_id = o.id and not shipment.is_reship) as shipments,
    (select jsonb_agg(one.tag order by one.tag) from desk_order_tag one where one.order_id = o.id) as tags
  from "order" o;

-- What the team wrote about an order: notes and tags in one question.
create view desk_remark as
  select 'note' as kind, id::text as id, order_number, staff_id, text, noted_at as at
    from desk_note where order_number is not null
  union all
  select 'tag', one.tag, o.number, one.staff_id, one.tag, one.tagged_at
    from desk_order_tag one join "order" o on o.id = one.order_id;
