-- The tax of an order by jurisdiction, and where its rate is from. Null for orders from before it was stored, and for those that a
-- process of the release before still places.
alter table "order" add column tax jsonb;

-- Orders that a tax service is sent facts of. `events` counts them: the order, its refunds, refunds that came back;
-- `recorded` is how many it has.
create table tax_reporting (
  order_id uuid primary key references "order" (id) on delete cascade,
  events integer not null default 1 check (events > 0),
  recorded integer not null default 0 check (recorded between 0 and events),
  opened_at timestamptz not null
);
create index tax_reporting_to_record on tax_reporting (opened_at) where recorded < events;

-- What a tax service has recorded: one row for each fact of the ledger, never a second one.
create table tax_record (
  fact text not null check (fact in ('order-placed', 'refund-settled', 'refund-reversed')),
  fact_id uuid not null,
  order_id uuid not null references "order" (id) on delete cascade,
  -- Of the service; null when it refused the record for good.
  transaction text,
  -- In words, why it was refused; null otherwise.
  refusal text,
  -- Total and tax as the service counted them; refunds are negative. They may differ from the order's by rounding.
  total_cents bigint not null,
  tax_cents bigint not null,
  recorded_at timestamptz not null,
  primary key (fact, fact_id),
  check ((transaction is null) = (refusal is not null))
);
create index tax_record_of_order on tax_record (order_id);
create index tax_record_refused on tax_record (recorded_at) where refusal is not null;

-- The last rate that a tax service gave for a place: `US 94110`, `CA ON`, `GB`.
create table tax_rate_answer (
  service text not null,
  place text not null,
  parts jsonb not null,
  answered_on date not null,
  primary key (service, place)
);

-- Every movement of tax in the ledger, of orders and their refunds.
create view ledger_tax as
  select j.id as journal_id, j.order_id, j.fact, j.fact_id, j.posted_on, p.detail as jurisdiction, p.currency, p.cents
  from ledger_journal j
  join ledger_posting p on p.journal_id = j.id
  where p.account = 'tax-payable';

-- Orders whose tax the service has in another sum than the shop, or not at all.
create view tax_difference as
  select o.number, o.currency, o.tax_cents as shop_cents, r.tax_cents as service_cents, r.refusal, r.recorded_at
  from tax_record r
  join "order" o on o.id = r.order_id
  where r.fact = 'order-placed' and (r.refusal is not null or r.tax_cents <> o.tax_cents);
