create table coupon (
  code text primary key check (code = upper(code)),
  kind text not null check (kind in ('fixed', 'percentage')),
  -- cents for fixed, percent for percentage
  value numeric(9, 4) not null check (value > 0),
  -- null: all plans
  plans text[],
  stackable boolean not null default false,
  hidden boolean not null default false,
  duration text not null default 'once' check (duration in ('once', 'forever')),
  once_per_account boolean not null default false,
  max_redemptions integer check (max_redemptions > 0),
  -- counted only for a limited coupon, so that an unlimited one is never a hot row
  redeemed integer not null default 0,
  starts_at timestamptz,
  expires_at timestamptz,
  check (max_redemptions is null or redeemed <= max_redemptions)
);

create table coupon_redemption (
  id uuid primary key,
  coupon_code text not null references coupon (code),
  checkout_id uuid not null,
  email text not null,
  state text not null check (state in ('reserved', 'committed', 'released')),
  created_at timestamptz not null,
  unique (checkout_id, coupon_code)
);
create index coupon_redemption_of_email on coupon_redemption (email, coupon_code) where state <> 'released';
