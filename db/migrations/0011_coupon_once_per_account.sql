-- The e-mail again, only for a coupon that is given once per account: two checkouts of one buyer cannot both have it.
alter table coupon_redemption add column once_email text;
create unique index coupon_redemption_once on coupon_redemption (once_email, coupon_code) where state <> 'released';
