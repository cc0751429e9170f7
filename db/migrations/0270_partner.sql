-- Keys with which programs of partners use the shop, and what they have asked for. A key itself is stored nowhere.
create table partner_key (
  id uuid primary key,
  name text not null,
  -- its first characters, by which a person recognizes it
  prefix text not null,
  hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- within some minutes: it is not written with each request
  last_used_at timestamptz,
  -- the key that it took the place of
  replaces uuid references partner_key (id)
);

-- Writes that named an Idempotency-Key, with their replies, for a day.
create table partner_request (
  key_id uuid not null,
  idempotency_key text not null,
  -- of the endpoint and what was sent to it
  fingerprint bytea not null,
  requested_at timestamptz not null,
  -- until then it counts as running; null once it has a reply
  running_until timestamptz,
  -- the reply, or the refusal
  reply jsonb,
  primary key (key_id, idempotency_key)
);
create index partner_request_by_time on partner_request (requested_at);

alter table shipment_event
  drop constraint shipment_event_source_check,
  add constraint shipment_event_source_check
    check (source in ('operator', 'import', 'warehouse', 'carrier', 'order', 'refund', 'dispute', 'partner', 'migration')) not valid;

-- What partners read: without names, addresses and e-mails, and without what anybody has answered about their health.
create view partner_order as
  select o.id, o.number, o.kind, o.state, o.is_held, o.placed_at, o.shipped_at, o.canceled_at, o.ship_on, o.currency,
    o.subtotal_cents, o.discount_cents, o.shipping_cents, o.tax_cents, o.total_cents, o.credit_cents, o.refunded_cents,
    o.shipping_method_code, o.ship_to ->> 'country' as country,
    (select jsonb_agg(jsonb_build_object('position', line.position, 'plan_code', line.plan_code, 'name', line.name,
        'quantity', line.quantity, 'product', line.product, 'stock_quantity', line.stock_quantity,
        'subscription_id', line.subscription_id) order by line.position)
      from order_line line where line.order_id = o.id) as lines,
    (select jsonb_agg(jsonb_build_object('id', s.id, 'state', s.state, 'is_reship', s.is_reship, 'carrier', s.carrier,
        'tracking', s.tracking, 'shipped_at', s.shipped_at, 'delivered_at', s.delivered_at,
        'lines', (select jsonb_agg(jsonb_build_object('position', item.position, 'quantity', item.line_quantity)
          order by item.position) from shipment_item item where item.shipment_id = s.id)) order by s.created_at, s.id)
      from shipment s where s.order_id = o.id) as shipments
  from "order" o;

create view partner_subscription as
  select s.id, s.state, s.plan_code, s.quantity, s.currency, s.unit_price_cents, s.interval_months, s.next_order_on,
    s.paused_until, s.remaining_orders, s.activated_at, s.canceled_at, o.number as order_number
  from subscription s join "order" o on o.id = s.order_id;
