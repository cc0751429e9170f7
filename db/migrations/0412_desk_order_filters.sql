-- What few orders are: the list finds them by an index, also when there are none among very many.
-- locks order: made by hand before on a large table, with "create index concurrently if not exists" and these names.
create index if not exists order_refunded_placed on "order" (placed_at, id) where refunded_cents > 0;
create index if not exists order_canceled_placed on "order" (placed_at, id) where state = 'canceled';
create index if not exists order_held_placed on "order" (placed_at, id) where state = 'placed' and is_held;

create view desk_disputed_order as select order_id from dispute where closed_at is null;
