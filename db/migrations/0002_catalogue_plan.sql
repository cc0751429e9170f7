create table plan (
  code text primary key,
  id uuid not null unique,
  name text not null,
  price_cents integer not null check (price_cents >= 0),
  currency text not null,
  max_quantity integer not null check (max_quantity > 0),
  interval_months integer check (interval_months > 0),
  is_srp boolean not null,
  renews_as text references plan (code),
  auto_coupon_code text,
  supply_days integer not null,
  capsules integer not null,
  stock_product text not null,
  stock_units integer not null check (stock_units > 0),
  preorder_note text,
  sold_alone boolean not null,
  refused_countries text[] not null default '{}',
  image text not null,
  sort integer not null
);

-- Units on the shelf that nobody has bought or reserved. Renewals may take it below zero (a promise made earlier).
create table stock (
  product text primary key,
  available integer not null
);
