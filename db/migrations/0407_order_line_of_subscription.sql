-- The latest orders of a subscription, however many it has had: ids of orders are in the order of their time.
create index order_line_of_subscription on order_line (subscription_id, order_id) where subscription_id is not null;
