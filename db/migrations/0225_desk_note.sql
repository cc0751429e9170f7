-- What the team notes about a member, or about one of their orders. It goes with the account.
create table desk_note (
  -- The id of the request, so that a form sent twice is one note.
  id uuid primary key,
  account_id uuid not null,
  order_number text,
  staff_id uuid not null references staff (id),
  text text not null,
  noted_at timestamptz not null
);
create index desk_note_of_account on desk_note (account_id, noted_at desc);
create index desk_note_of_order on desk_note (order_number, noted_at desc) where order_number is not null;
