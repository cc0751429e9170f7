-- Coupons are made and changed at the desk, one by one or as a batch of codes that each work once.
create table coupon_batch (
  id uuid primary key,
  -- its codes begin with it
  prefix text not null,
  size integer not null check (size between 1 and 100000),
  -- what each of its codes gives: a row of coupon without its code
  terms jsonb not null,
  created_at timestamptz not null,
  -- who asked for it, of the staff
  created_by uuid not null,
  -- null while codes are made
  finished_at timestamptz
);
create index coupon_batch_by_time on coupon_batch (created_at desc, id);

-- Changes name the version that was read, so of two people one changes it.
alter table coupon add column version integer not null default 1;
alter table coupon add column batch_id uuid references coupon_batch (id);
create index coupon_of_batch on coupon (batch_id, code);
-- Uses of one code, the latest first.
create index coupon_redemption_of_code on coupon_redemption (coupon_code, created_at) where state <> 'released';
-- Limited coupons whose counter is not the number of their uses.
create view coupon_miscount as
  select code, redeemed, count(coupon_redemption.id)::integer as used
  from coupon left join coupon_redemption on coupon_code = code and state <> 'released'
  where max_redemptions is not null
  group by code having redeemed <> count(coupon_redemption.id);
