create table cart (
  id uuid primary key,
  account_id uuid references account (id),
  items jsonb not null default '{}',
  bundles jsonb not null default '[]',
  promo_code text,
  stackable_coupon text,
  vaginal_discount_eligible boolean not null default false,
  -- what was typed at checkout, so that nothing has to be typed twice; never a card
  draft jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ordered_at timestamptz
);
