-- The latest orders of a subscription, however many it has had: ids of orders are in the order of their time.
-- locks order_line: made by hand before on a large table, with "create index concurrently if not exists" and this name.
create index if not exists order_line_of_subscription on order_line (subscription_id, order_id)
  where subscription_id is not null;
