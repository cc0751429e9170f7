-- Whom a gift in the cart is for; null while nobody said.
alter table cart add column gift jsonb;

-- A gift is an order of its own beside the rest of its purchase: paid by the same charge, shipped when it is claimed.
alter table "order"
  drop constraint order_kind_check,
  add constraint order_kind_check check (kind in ('purchase', 'renewal', 'gift')),
  alter column ship_on drop not null,
  add constraint order_waits check (ship_on is not null or kind = 'gift'),
  drop constraint order_checkout_id_key,
  drop constraint order_charge_id_key;
create unique index order_of_checkout on "order" (checkout_id, kind);
create unique index order_of_charge on "order" (charge_id, kind);

create table gift (
  id uuid primary key,
  order_id uuid not null unique references "order" (id),
  -- the giver's
  account_id uuid not null,
  giver_name text not null,
  recipient_name text not null,
  recipient_email text not null,
  message text not null,
  starts_on date not null,
  -- a link of an earlier version opens nothing any more
  link_version integer not null default 1,
  -- the notices of its schedule that went out, and the day of the next one; null when none is to come
  notices integer not null default 0,
  next_notice_on date,
  -- when the link was mailed for the first and for the last time
  sent_at timestamptz,
  mailed_at timestamptz,
  -- a country that could not be shipped to, of which the giver was told
  refused_country text,
  claimed_at timestamptz,
  recipient_id uuid,
  -- the recipient's address, for the parcel alone
  ship_to jsonb,
  check ((claimed_at is null) = (recipient_id is null) and (claimed_at is null) = (ship_to is null))
);
create index gift_due on gift (next_notice_on) where next_notice_on is not null;
create index gift_of_account on gift (account_id);
create index gift_of_recipient on gift (recipient_id) where recipient_id is not null;
