-- An order that was canceled before it shipped; what it took in is given back.
alter table "order"
  drop constraint order_state_check,
  add constraint order_state_check check (state in ('placed', 'shipped', 'canceled')),
  add column canceled_at timestamptz,
  add column refunded_cents integer not null default 0,
  add constraint order_refunded check (refunded_cents between 0 and total_cents),
  -- who took the money; null when there was nothing to pay
  add column processor text,
  -- in the ledger and invoiced; orders from before there were books are made up for
  add column is_booked boolean not null default false;
update "order" set processor = charge.processor from charge where charge.id = "order".charge_id;
create index order_to_book on "order" (placed_at) where not is_booked;
