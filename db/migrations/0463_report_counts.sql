-- What is counted of visitors and buyers, an item once a day: carts and declined checkouts are deleted after a while, so days are
-- recorded when they are a week old.
create view report_count as
  select created_at as at, 'cart' as kind, '' as detail, id as item
  from cart where ordered_at is not null or items <> '{}'::jsonb
  union all
  select created_at, 'sent', '', cart_id from checkout where cart_id is not null
  union all
  select created_at, 'ordered', '', id from checkout where state = 'ordered'
  union all
  select at, 'survey-' || step, survey, id from survey_step
  union all
  select o.at, case o.outcome when 'stayed' then 'stayed' else 'left' end, o.variant || ' ' || o.reason_id, o.change_id
  from retention_outcome o join subscription_change c on c.id = o.change_id
  where c.undone_at is null;

create table report_count_day (
  day date not null,
  kind text not null,
  detail text not null,
  times integer not null,
  primary key (day, kind, detail)
);

-- Browsers of a month that reached each step of a visit; one that came on two days counts once, so days cannot be added up.
create table report_visit_month (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  steps integer[] not null
);

alter table report_closing add column counted_through date, add column visits_through date;

-- locks cart: made by hand before on a large shop, with "create index concurrently if not exists" and this name.
create index if not exists cart_by_created on cart using brin (created_at);
create index if not exists retention_outcome_by_time on retention_outcome (at);
