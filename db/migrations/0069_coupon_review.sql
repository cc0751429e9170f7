-- A coupon that is given once per account is given once per mailbox, whatever its spelling. Of rows that turn out to be the
-- same mailbox the first keeps the claim.
drop index coupon_redemption_once;
update coupon_redemption r set once_email = case when n.place = 1 or n.state = 'released' then n.mailbox end
from (
  select id, state, mailbox, row_number() over (partition by mailbox, coupon_code, state = 'released' order by created_at, id) as place
  from (
    select id, state, coupon_code, created_at,
      replace(split_part(split_part(lower(trim(once_email)), '@', 1), '+', 1), '.', '')
        || '@' || split_part(lower(trim(once_email)), '@', 2) as mailbox
    from coupon_redemption where once_email is not null
  ) spelled
) n where n.id = r.id;
create unique index coupon_redemption_once on coupon_redemption (once_email, coupon_code) where state <> 'released';

-- Digests of the card and the address of an order with a once-per-account coupon; the same by another mailbox is shown to
-- operators.
alter table coupon_redemption add column card_key text;
alter table coupon_redemption add column address_key text;
alter table coupon_redemption add column review_reason text check (review_reason in ('same-card', 'same-address'));
alter table coupon_redemption add column reviewed_at timestamptz;
create index coupon_redemption_of_card on coupon_redemption (coupon_code, card_key) where card_key is not null;
create index coupon_redemption_of_address on coupon_redemption (coupon_code, address_key) where address_key is not null;

-- Friend and referrer share a card or an address: nothing is given before an operator has looked.
alter table loyalty_referral add column review_reason text check (review_reason in ('same-card', 'same-address'));
alter table loyalty_referral add column reviewed_at timestamptz;
