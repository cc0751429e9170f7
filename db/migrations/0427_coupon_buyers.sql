-- Who may use a coupon: {} for everybody.
alter table coupon add column buyers jsonb not null default '{}';

-- One first purchase of a mailbox, whichever of these codes it names.
alter table coupon_redemption add column is_first boolean not null default false;
create unique index coupon_redemption_first on coupon_redemption (once_email) where is_first and state <> 'released';

-- People who are named for a coupon: a digest of each mailbox can be compared with one, but not read.
create table coupon_person (
  coupon_code text not null references coupon (code),
  mailbox text not null,
  primary key (coupon_code, mailbox)
);
create index coupon_person_by_mailbox on coupon_person (mailbox);

-- The same mailbox in every spelling, as mailboxOf (src/shared/same-buyer.ts).
create function mailbox_of(email text) returns text language sql immutable strict parallel safe as $$
  select replace(split_part(name, '+', 1), '.', '') || '@' || case host when 'googlemail.com' then 'gmail.com' else host end
  from (
    select split_part(plain, '@', 1) as name, split_part(plain, '@', 2) as host
    from (select btrim(lower(normalize(email, nfkc))) as plain) normalized
  ) parts
$$;
-- locks account: made by hand before on a large table, with "create index concurrently if not exists" and this name.
create index if not exists account_by_mailbox on account (mailbox_of(email));

-- What accounts have bought, and what they are subscribed to.
create view coupon_buyer_order as
  select mailbox_of(account.email) as mailbox, account.email, o.id, o.unconfirmed, line.plan_code
  from account join "order" o on o.account_id = account.id join order_line line on line.order_id = o.id;
create view coupon_buyer_subscription as
  select account.email, subscription.plan_code
  from account join subscription on subscription.account_id = account.id
  where subscription.state in ('active', 'future', 'paused');
