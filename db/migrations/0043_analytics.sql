-- Pages read by visitors who agreed to be counted (C0002). The visit is the browser's consent and names nobody: once an
-- account is erased, nothing leads from here to a person.
create table analytics_event (
  -- given by senders that may send twice: the same event is kept once
  message_id uuid primary key,
  visit_id uuid not null,
  name text not null,
  path text not null,
  properties jsonb not null,
  received_at timestamptz not null
);
create index analytics_event_by_time on analytics_event (received_at);
