create table "order" (
  id uuid primary key,
  number text not null unique,
  account_id uuid not null references account (id),
  kind text not null check (kind in ('purchase', 'renewal')),
  -- what it came from: at most one order per checkout and per billing cycle
  checkout_id uuid unique,
  billing_cycle_id uuid unique,
  charge_id uuid unique,
  email text not null,
  currency text not null,
  subtotal_cents integer not null,
  discount_cents integer not null,
  shipping_cents integer not null,
  tax_cents integer not null,
  total_cents integer not null,
  shipping_method_code text not null,
  shipping_method_label text not null,
  discounts jsonb not null default '[]',
  ship_to jsonb not null,
  card jsonb,
  -- the sentences the buyer agreed to, as shown
  terms jsonb not null default '[]',
  state text not null check (state in ('placed', 'shipped')),
  ship_on date not null,
  placed_at timestamptz not null,
  shipped_at timestamptz,
  tracking text,
  check (total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents)
);
create index order_of_account on "order" (account_id, placed_at desc);
create index order_to_ship on "order" (ship_on) where state = 'placed';

create table order_line (
  id uuid primary key,
  order_id uuid not null references "order" (id),
  account_id uuid not null,
  position integer not null,
  plan_code text not null,
  name text not null,
  quantity integer not null check (quantity > 0),
  unit_price_cents integer not null,
  discount_cents integer not null,
  tax_cents integer not null,
  subscription_id uuid,
  unique (order_id, position)
);
