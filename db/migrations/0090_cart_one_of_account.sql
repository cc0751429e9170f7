-- A member has one open cart. Of several the one that was changed last stays theirs; the others are nobody's again, without
-- what was typed for them, and join it when the device that has them is used.
update cart set account_id = null, draft = '{}', gift = null
where id in (
  select id from (
    select id, row_number() over (partition by account_id order by updated_at desc, id desc) as place
    from cart where account_id is not null and ordered_at is null
  ) as open_cart
  where place > 1
);
drop index cart_of_account;
create unique index cart_of_account on cart (account_id) where account_id is not null and ordered_at is null;
