-- A member's statement of points: one row for everything that earned some. Rows are only added.
create table loyalty_entry (
  id uuid primary key,
  account_id uuid not null references account (id),
  action text not null,
  -- what it was done with, where an action can be done more than once; empty otherwise
  source text not null default '',
  points integer not null check (points > 0),
  at timestamptz not null,
  unique (account_id, action, source)
);
