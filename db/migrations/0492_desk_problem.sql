-- Reports of problems for the list of the desk: of one state, by the moment at which they came.
create index order_problem_by_state on order_problem (state, reported_at, id);

create view desk_problem as
  select problem.id, problem.number, o.number as order_number, problem.account_id,
    (o.ship_to ->> 'firstName') || ' ' || (o.ship_to ->> 'lastName') as person,
    problem.kind, problem.wish, problem.state, problem.reported_at,
    (select jsonb_agg(jsonb_build_object('name', line.name, 'quantity', reported.quantity) order by reported.position)
      from order_problem_line reported
      join order_line line on line.order_id = reported.order_id and line.position = reported.position
      where reported.problem_id = problem.id) as lines,
    (select count(*) from order_problem_photo photo where photo.problem_id = problem.id) as photos
  from order_problem problem join "order" o on o.id = problem.order_id;
