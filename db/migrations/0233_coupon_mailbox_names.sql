-- Google's second name is the same mailbox. Where it has used the code under both names, the older claim under the first one stays.
update coupon_redemption r set once_email = replace(once_email, '@googlemail.com', '@gmail.com')
where once_email like '%@googlemail.com'
  and not exists (
    select from coupon_redemption other
    where other.coupon_code = r.coupon_code and other.once_email = replace(r.once_email, '@googlemail.com', '@gmail.com')
  );
