-- One attempt to buy a cart. It holds everything the order needs, so that any process can finish it.
create table checkout (
  id uuid primary key,
  cart_id uuid not null,
  -- of the payload: the same request sent again gets the same answer
  fingerprint text not null,
  state text not null check (state in ('charging', 'challenge', 'unknown', 'ordered', 'declined', 'abandoned')),
  account_id uuid,
  email text not null,
  purchase jsonb not null,
  quote jsonb not null,
  -- units taken from the shelf for it, given back when it ends without an order
  reserved_stock jsonb not null default '{}',
  order_id uuid,
  order_number text,
  error_code text,
  created_at timestamptz not null,
  settled_at timestamptz
);
-- The same request again gets the same answer, unless nothing came of it.
create unique index checkout_of_request on checkout (cart_id, fingerprint) where state <> 'abandoned';
-- A cart is bought once, and one attempt at a time.
create unique index checkout_alive_of_cart on checkout (cart_id)
  where state in ('charging', 'challenge', 'unknown', 'ordered');
create index checkout_of_email on checkout (email, created_at);
