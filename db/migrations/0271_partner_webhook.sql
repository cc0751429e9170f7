-- Where events are sent to, by Standard Webhooks. Rows are never deleted: deliveries name them without a foreign key, so that
-- no purchase locks the row that all of them would share.
create table partner_endpoint (
  id uuid primary key,
  url text not null,
  -- what it is for, in words of the shop's people
  name text not null,
  event_types text[] not null,
  created_at timestamptz not null,
  -- null while it gets events
  off_at timestamptz,
  off_reason text,
  -- its secret is made from this number and the shop's own secret, so that none is stored
  secret_number integer not null default 1,
  -- until then messages are signed with the secret before, too
  old_secret_until timestamptz,
  -- failed attempts since the last success, and until when nothing is sent because of them
  failures integer not null default 0,
  paused_until timestamptz
);

-- What happened, written in the transaction in which it happened: ids, states and amounts, no person.
create table partner_event (
  id uuid primary key,
  position bigint generated always as identity,
  type text not null,
  -- events with the same key are delivered in their order
  ordering_key text not null,
  facts jsonb not null,
  happened_at timestamptz not null
);
create index partner_event_by_time on partner_event (happened_at);

create table partner_delivery (
  endpoint_id uuid not null,
  event_id uuid not null references partner_event (id) on delete cascade,
  position bigint not null,
  ordering_key text not null,
  state text not null check (state in ('waiting', 'delivered', 'given-up')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  -- since when: of the event, or of the person who asked for it again
  wanted_at timestamptz not null,
  -- a process sends it now; when it ends without a word, another one does from then on
  claimed_until timestamptz,
  -- asked for by a person: says nothing of the state of the endpoint
  is_replay boolean not null default false,
  settled_at timestamptz,
  primary key (endpoint_id, event_id)
);
create index partner_delivery_waiting on partner_delivery (endpoint_id, position) where state = 'waiting';
create index partner_delivery_in_order on partner_delivery (endpoint_id, ordering_key, position) where state = 'waiting';
create index partner_delivery_by_place on partner_delivery (endpoint_id, state, position);
create index partner_delivery_of_event on partner_delivery (event_id);

-- Each time that something was sent, and what was answered.
create table partner_attempt (
  id uuid primary key,
  endpoint_id uuid not null,
  event_id uuid not null references partner_event (id) on delete cascade,
  sent_at timestamptz not null,
  -- null when there was no answer
  status integer,
  milliseconds integer not null,
  -- the beginning of the answer, or why there was none
  detail text not null
);
create index partner_attempt_of_delivery on partner_attempt (event_id, endpoint_id);

-- What an event says of its subject, as it is in the transaction of the event.
create view partner_event_order as
  select id, number, kind, state, placed_at, currency, total_cents, refunded_cents from "order";
create view partner_event_shipment as
  select s.id, s.state, s.is_reship, s.carrier, o.id as order_id, o.number as order_number, o.state as order_state
  from shipment s join "order" o on o.id = s.order_id;
create view partner_event_refund as
  select r.id, r.state, r.amount_cents, r.credit_cents, r.currency, o.id as order_id, o.number as order_number,
    o.total_cents as order_total_cents, o.refunded_cents as order_refunded_cents
  from refund r join "order" o on o.id = r.order_id;
create view partner_event_subscription as
  select s.id, s.state, s.plan_code, s.quantity, s.interval_months, s.currency, s.unit_price_cents, s.next_order_on,
    s.paused_until, o.number as order_number
  from subscription s join "order" o on o.id = s.order_id;
create view partner_event_dispute as
  select d.id, d.state, d.reason, d.amount_cents, d.currency, o.id as order_id, o.number as order_number
  from dispute d join "order" o on o.id = d.order_id;

-- Deliveries as people look at them.
create view partner_delivery_list as
  select d.endpoint_id, d.event_id, d.position, d.ordering_key, d.state, d.attempts, d.next_at, e.type, e.happened_at
  from partner_delivery d join partner_event e on e.id = d.event_id;
