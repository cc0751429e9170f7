-- A code that has counted for all its renewals, until the first order at the full price: nobody pays that untold.
alter table subscription add column ended_coupon_code text;
