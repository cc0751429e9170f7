-- Money that goes back. Written before the processor is asked; a settled refund never changes again.
create table refund (
  id uuid primary key,
  -- who asked for what: the same again is the same refund
  request_key text not null unique,
  charge_id uuid not null references charge (id),
  -- the order that the charge paid for
  order_id uuid not null,
  account_id uuid,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  reason text not null check (reason in ('order-canceled', 'withdrawal', 'operator')),
  processor text not null,
  processor_charge text not null,
  state text not null check (state in ('intended', 'unknown', 'pending', 'refunded', 'refused')),
  processor_refund text,
  refusal text,
  asked_at timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  settled_at timestamptz
);
create index refund_of_charge on refund (charge_id);
create index refund_of_order on refund (order_id);
create index refund_to_settle on refund (next_check_at) where state in ('intended', 'unknown', 'pending');

-- A charge of nothing keeps a card: for a member who brings one, or with a purchase that costs nothing today.
alter table charge drop constraint charge_amount_cents_check;
alter table charge add constraint charge_amount_cents_check check (amount_cents >= 0);
alter table charge drop constraint charge_purpose_check;
alter table charge add constraint charge_purpose_check check (purpose in ('purchase', 'renewal', 'card'));
