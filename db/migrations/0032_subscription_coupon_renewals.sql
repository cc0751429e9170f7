-- How many more orders the subscription's code counts for; null for one that counts for ever, or none.
alter table subscription
  add column coupon_renewals integer check (coupon_renewals > 0),
  add constraint subscription_coupon_renewals check (coupon_code is not null or coupon_renewals is null);
