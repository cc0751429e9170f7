-- What buyers write about a product, once per order and product; shown when staff have published it.
create table review (
  id uuid primary key,
  account_id uuid not null references account,
  order_id uuid not null references "order",
  product text not null,
  stars smallint not null check (stars between 1 and 5),
  title text not null,
  body text not null,
  shown_name text not null,
  state text not null check (state in ('waiting', 'published', 'declined')),
  -- What the rules found in the text, for staff.
  flags text[] not null,
  decline_reason text,
  -- Raised with every change of the text: a decision is about one version.
  version integer not null default 1,
  written_at timestamptz not null,
  decided_at timestamptz,
  unique (order_id, product),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'declined') = (decline_reason is not null))
);

create index review_published on review (product, stars, written_at, id) where state = 'published';
create index review_waiting on review (written_at, id) where state = 'waiting';
create index review_decided on review (decided_at) where state = 'declined';
create index review_account on review (account_id);
