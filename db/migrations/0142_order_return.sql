-- What buyers send back of an order, line by line.
create table order_return (
  id uuid primary key,
  -- what the buyer writes on the package: the number of the order and which return of it
  number text not null unique,
  order_id uuid not null references "order" (id),
  account_id uuid not null,
  -- of the form that opened it: sent again it is the same return
  request_id text not null,
  reason text not null check (reason in ('changed-mind', 'not-as-expected', 'ordered-by-mistake', 'other')),
  state text not null check (state in ('requested', 'received', 'canceled')),
  refund_id uuid,
  requested_at timestamptz not null,
  -- received or canceled
  ended_at timestamptz,
  unique (order_id, request_id),
  check ((state = 'requested') = (ended_at is null)),
  check (refund_id is null or state = 'received')
);
create index order_return_expected on order_return (requested_at) where state = 'requested';

create table order_return_line (
  return_id uuid not null references order_return (id),
  order_id uuid not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  -- how many came back, and whether they went back into stock; null until the return is received
  received_quantity integer check (received_quantity between 0 and quantity),
  is_restocked boolean,
  primary key (return_id, position),
  foreign key (order_id, position) references order_line (order_id, position),
  check ((received_quantity is null) = (is_restocked is null))
);
create index order_return_line_of_order on order_return_line (order_id);

alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check
  check (reason in ('order-canceled', 'withdrawal', 'return', 'operator'));
