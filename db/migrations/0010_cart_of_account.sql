-- A member who signs in elsewhere finds the cart that is still open.
create index cart_of_account on cart (account_id, updated_at desc) where account_id is not null and ordered_at is null;
