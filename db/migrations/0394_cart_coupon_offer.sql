-- The general name of `vaginal_discount_eligible`. Both releases write the old column, and the new one follows it here, so that it
-- is right whichever wrote last; it goes with its trigger once no release writes the old one.
-- locks cart: nothing to do, it changes only the carts that were offered the coupon
alter table cart add column is_coupon_offered boolean not null default false;
update cart set is_coupon_offered = true where vaginal_discount_eligible;

create function cart_coupon_offer_follows() returns trigger language plpgsql as $$
begin
  new.is_coupon_offered := new.vaginal_discount_eligible;
  return new;
end
$$;
create trigger cart_coupon_offer_follows before insert or update on cart
  for each row execute function cart_coupon_offer_follows();
