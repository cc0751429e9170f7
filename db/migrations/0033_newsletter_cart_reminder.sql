-- When a left cart was looked at to see whether its owner wants to be reminded of it; that is done once.
alter table cart add column reviewed_at timestamptz;
create index cart_left on cart (updated_at) where ordered_at is null and reviewed_at is null;
-- When somebody was last reminded of a cart.
alter table newsletter_subscriber add column reminded_at timestamptz;
