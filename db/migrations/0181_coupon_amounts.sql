-- What a fixed coupon takes off in other currencies than the default, by code, in the smallest unit; without one it does not
-- count there.
alter table coupon add column amounts jsonb not null default '{}';
