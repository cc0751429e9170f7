-- What a buyer took back: an order that had not shipped, or a contract within the days that the law gives. Once per order.
create table withdrawal (
  id uuid primary key,
  order_id uuid not null unique,
  account_id uuid not null,
  kind text not null check (kind in ('cancel', 'withdraw')),
  -- who said so, and where the acknowledgement goes
  name text not null,
  email text not null,
  state text not null check (state in ('awaiting-return', 'closed')),
  refund_id uuid references refund (id),
  received_at timestamptz not null,
  closed_at timestamptz
);
create index withdrawal_open on withdrawal (received_at) where state = 'awaiting-return';
