-- The price of a plan in other currencies than the default, which is the plan's own. A currency is sold in once every plan that
-- is not free has a price in it.
create table plan_price (
  plan_code text not null references plan (code),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price_cents integer not null check (price_cents >= 0),
  primary key (plan_code, currency)
);
