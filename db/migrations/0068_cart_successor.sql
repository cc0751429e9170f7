-- What was put into a cart after its checkout began goes on in another cart, which the browser finds by the old id.
alter table cart add column successor_id uuid;
