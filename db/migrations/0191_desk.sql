-- What the list of orders at the desk shows, in one row.
create view desk_order as
  select o.id, o.number, o.account_id, o.email, o.kind, o.state, o.is_held, o.placed_at, o.total_cents,
    o.refunded_cents, o.currency, o.charge_id,
    o.ship_to ->> 'country' as country, o.ship_to ->> 'region' as region, o.ship_to ->> 'city' as city,
    (o.ship_to ->> 'firstName') || ' ' || (o.ship_to ->> 'lastName') as person,
    o.id in (select order_id from dispute where closed_at is null) as is_disputed,
    (select jsonb_agg(jsonb_build_object('name', line.name, 'quantity', line.quantity, 'product', line.product)
        order by line.position) from order_line line where line.order_id = o.id) as lines,
    (select jsonb_agg(shipment.state order by shipment.created_at) from shipment
      where shipment.order_id = o.id and not shipment.is_reship) as shipments
  from "order" o;

create index order_placed on "order" (placed_at, id);
create index order_total on "order" (total_cents, id);
create index order_of_country on "order" ((ship_to ->> 'country'), placed_at, id);
-- Prefixes, in any collation of the database.
create index order_number_prefix on "order" (number text_pattern_ops);
create index order_email_prefix on "order" (email text_pattern_ops);
create index dispute_open_order on dispute (order_id) where closed_at is null;

-- Everything that the desk finds by what was typed: kinds by their own key, each by an index.
create index account_email_prefix on account (email text_pattern_ops);
create index account_name_prefix on account (lower(last_name) text_pattern_ops);
create index account_first_name_prefix on account (lower(first_name) text_pattern_ops);
create index invoice_number_prefix on invoice (number text_pattern_ops);
create index shipment_tracking_prefix on shipment (tracking text_pattern_ops) where tracking is not null;
create index charge_card on charge ((card ->> 'last4'), created_at desc);
create index coupon_code_prefix on coupon (code text_pattern_ops);

create view desk_account as
  select id, email, first_name, last_name, created_at from account where erased_at is null;
create view desk_invoice as
  select number, kind, order_number, order_id, account_id, issued_at, total_cents, currency from invoice;
create view desk_shipment as
  select shipment.tracking, shipment.carrier, shipment.state, o.number as order_number, o.account_id
  from shipment join "order" o on o.id = shipment.order_id where shipment.tracking is not null;
create view desk_charge as
  select charge.id, charge.card ->> 'last4' as last4, charge.amount_cents, charge.currency, charge.state,
    charge.created_at, charge.account_id, charge.email,
    (select o.number from "order" o where o.charge_id = charge.id order by o.kind desc limit 1) as order_number
  from charge;
create view desk_coupon as select code from coupon;
create view desk_subscription as select id, account_id, state, plan_code, next_order_on from subscription;
