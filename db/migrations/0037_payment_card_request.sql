-- A card that a member brings to be kept; its charge of nothing has this row's id as purpose_id.
create table card_request (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- made by whoever asks: the same again is the same request
  request_id text not null,
  -- what it is for besides being kept: one subscription, or all live ones
  subscription_id uuid,
  all_subscriptions boolean not null,
  make_default boolean not null,
  payment_method_id uuid references payment_method (id),
  created_at timestamptz not null,
  unique (account_id, request_id)
);
