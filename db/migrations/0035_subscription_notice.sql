-- A higher price that the operator wants for the orders of a plan from a day on. Nobody pays it untold.
create table price_rise (
  id uuid primary key,
  plan_code text not null references plan (code),
  price_cents integer not null check (price_cents > 0),
  effective_on date not null,
  made_at timestamptz not null,
  unique (plan_code, price_cents, effective_on)
);

-- What a member was told before it happened, once: the rules it was made by, and the words as they were sent.
create table subscription_notice (
  id uuid primary key,
  subscription_id uuid not null references subscription (id),
  account_id uuid not null,
  kind text not null check (kind in ('renewal', 'regular', 'price-rise', 'promotion-end', 'card-expiry')),
  key text not null,
  event_on date not null,
  rules jsonb not null,
  -- the last day before the event on which it is in time, in days
  to_days integer not null,
  facts jsonb not null,
  made_at timestamptz not null,
  sent_at timestamptz,
  unique (subscription_id, kind, key)
);
create index subscription_notice_of_account on subscription_notice (account_id);
create index subscription_notice_of_rises on subscription_notice (subscription_id) where kind = 'price-rise';

-- When the notices of a live subscription are looked at again; every change of it makes that at once.
alter table subscription add column notices_on date not null default '0001-01-01';
create index subscription_to_notice on subscription (notices_on) where state in ('active', 'paused', 'future');
