-- One item of the next order can stay back: the subscription's own for one cycle, what was added until another one.
alter table subscription add column item_skipped_cycle integer;
alter table subscription_add_on add column from_cycle integer not null default 0;
