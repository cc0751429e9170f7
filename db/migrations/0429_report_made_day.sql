-- When the sums of a day were made last, so that those are compared with their rows that are new.
create table report_made_day (
  day date primary key,
  made_at timestamptz not null
);
