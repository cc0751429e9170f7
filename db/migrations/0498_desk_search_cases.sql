-- The search of the desk finds reports of problems and returns by how their numbers begin. Both tables are small beside orders.
create index if not exists order_problem_number_prefix on order_problem (number text_pattern_ops);
create index if not exists order_return_number_prefix on order_return (number text_pattern_ops);

-- Without withdrawals, which have the number of their order: a union would be read as a whole before it is sorted.
create view desk_found_return as
  select r.number, o.number as order_number, r.state from order_return r join "order" o on o.id = r.order_id;
