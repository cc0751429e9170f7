-- Buyers are asked once for a review of a product, some days after it was delivered.
alter table shipment
  -- When it was decided whether to ask about it; null before, and for those that were delivered long before.
  add column review_checked_at timestamptz;

create index shipment_review_due on shipment (delivered_at) where state = 'delivered' and review_checked_at is null;

create table review_request (
  account_id uuid not null references account,
  product text not null,
  order_id uuid not null references "order",
  asked_at timestamptz not null,
  primary key (account_id, product)
);
