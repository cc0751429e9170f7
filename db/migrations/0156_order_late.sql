-- When the buyer of an order was told that it ships later than promised; null while that was not necessary.
alter table "order" add column late_noticed_at timestamptz;
