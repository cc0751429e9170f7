-- A code may count for a number of renewals after the first order.
alter table coupon
  drop constraint coupon_duration_check,
  add constraint coupon_duration_check check (duration in ('once', 'renewals', 'forever')),
  add column renewals integer check (renewals > 0),
  add constraint coupon_renewals check ((duration = 'renewals') = (renewals is not null));
