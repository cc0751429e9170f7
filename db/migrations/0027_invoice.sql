-- The last number given, per series and year. Its row is taken as the last act of a transaction, so numbers have no gaps
-- and nobody waits with it for anything else.
create table invoice_series (
  series text not null,
  year integer not null,
  last integer not null,
  primary key (series, year)
);

-- Invoices and credit notes as they were given out, word for word.
create table invoice (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  series text not null,
  year integer not null,
  serial integer not null,
  number text not null unique,
  order_id uuid not null,
  order_number text not null,
  refund_id uuid,
  account_id uuid not null,
  email text not null,
  issued_at timestamptz not null,
  currency text not null,
  total_cents integer not null,
  content jsonb not null,
  unique (series, year, serial),
  check ((kind = 'credit-note') = (refund_id is not null))
);
create unique index invoice_of_order on invoice (order_id) where kind = 'invoice';
create unique index invoice_of_refund on invoice (refund_id) where kind = 'credit-note';
create index invoice_about_order on invoice (order_id);
create index invoice_about_number on invoice (order_number);

create function invoice_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'an invoice is never changed' using errcode = 'restrict_violation';
end $$;
create trigger invoice_is_final before update or delete on invoice
  for each statement execute function invoice_is_final();
