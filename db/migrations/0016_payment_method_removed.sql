-- Orders and subscriptions of the past keep pointing at a card that its member took off the list.
alter table payment_method add column removed_at timestamptz;
