-- What staff found when the package of a return was opened: how many units can be sold again, and notes of the team.
alter table order_return_line
  -- of `received_quantity`; null until the return is received, and for those that were before
  add column restocked_quantity integer,
  add column note text,
  -- more came than was announced, or something that was not announced at all
  drop constraint order_return_line_check,
  drop constraint order_return_line_quantity_check,
  add constraint order_return_line_quantity_check check (quantity >= 0),
  add constraint order_return_line_received_quantity_check check (received_quantity >= 0),
  add constraint order_return_line_restocked_quantity_check
    check (restocked_quantity is null or restocked_quantity between 0 and received_quantity);
-- what was in the package and is not of the order; and what its buyer was told about it
alter table order_return add column other_contents text, add column message text;

-- The same of a withdrawal, whose refund is everything that remains.
create table withdrawal_line (
  withdrawal_id uuid not null references withdrawal (id),
  order_id uuid not null,
  position integer not null,
  restocked_quantity integer not null check (restocked_quantity >= 0),
  written_off_quantity integer not null check (written_off_quantity >= 0),
  note text,
  primary key (withdrawal_id, position),
  foreign key (order_id, position) references order_line (order_id, position)
);
alter table withdrawal add column other_contents text;

-- Packages that are expected back: of returns, and of withdrawals, which have the number of their order.
create view desk_return as
  select r.id, 'return' as kind, r.number, o.number as order_number,
    (o.ship_to ->> 'firstName') || ' ' || (o.ship_to ->> 'lastName') as person,
    r.requested_at, r.expires_on as due_on, r.reason, r.state, label.state as label_state, label.carrier, label.tracking, label.travel,
    (select jsonb_agg(jsonb_build_object('name', line.name, 'quantity', back.quantity) order by back.position)
      from order_return_line back join order_line line on line.order_id = back.order_id and line.position = back.position
      where back.return_id = r.id) as lines
  from order_return r join "order" o on o.id = r.order_id left join return_label label on label.return_id = r.id
  union all
  select w.id, 'withdrawal', o.number, o.number, w.name, w.received_at, null, 'withdrawal', w.state, null, null, null, null,
    (select jsonb_agg(jsonb_build_object('name', line.name, 'quantity', line.quantity) order by line.position)
      from order_line line where line.order_id = o.id)
  from withdrawal w join "order" o on o.id = w.order_id where w.kind = 'withdraw';
create index return_label_by_number on return_label (tracking) where tracking is not null;
