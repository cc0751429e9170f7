-- What buyers say is wrong with an order: missing, damaged or another thing than ordered.
create table order_problem (
  id uuid primary key,
  -- the number of the order and which problem of it
  number text not null unique,
  order_id uuid not null references "order" (id),
  account_id uuid not null,
  -- of the form that reported it: sent again it is the same problem
  request_id text not null,
  kind text not null check (kind in ('missing', 'damaged', 'wrong-item')),
  wish text not null check (wish in ('reship', 'refund')),
  details text not null,
  state text not null check (state in ('open', 'reshipped', 'refunded', 'declined')),
  is_automatic boolean not null default false,
  refund_id uuid,
  shipment_id uuid references shipment (id),
  -- of the operator, as its buyer reads it
  note text,
  reported_at timestamptz not null,
  resolved_at timestamptz,
  unique (order_id, request_id),
  check ((state = 'open') = (resolved_at is null)),
  check ((state = 'reshipped') = (shipment_id is not null)),
  check ((state = 'refunded') = (refund_id is not null))
);
create index order_problem_open on order_problem (reported_at) where state = 'open';
create index order_problem_of_account on order_problem (account_id);

create table order_problem_line (
  problem_id uuid not null references order_problem (id),
  order_id uuid not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  primary key (problem_id, position),
  foreign key (order_id, position) references order_line (order_id, position)
);
create index order_problem_line_of_order on order_problem_line (order_id);

-- Photos as the shop has drawn them again, without what cameras write beside them; deleted with the account and by age.
create table order_problem_photo (
  id uuid primary key,
  problem_id uuid not null references order_problem (id),
  account_id uuid not null,
  jpeg bytea not null,
  created_at timestamptz not null
);
create index order_problem_photo_of_problem on order_problem_photo (problem_id);
create index order_problem_photo_by_age on order_problem_photo (created_at);

-- When the last problem of an account was resolved without an operator: of two at the same moment one is.
create table order_problem_automatic (account_id uuid primary key, resolved_at timestamptz not null);

alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check
  check (reason in ('order-canceled', 'withdrawal', 'return', 'problem', 'operator', 'goodwill', 'dashboard'));
