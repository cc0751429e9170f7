-- What another system is told of an event: written with the event, told by a job, emptied once it is told.
create table analytics_delivery (
  id uuid primary key,
  destination text not null,
  message_id text not null,
  -- told together, by one job
  batch_id uuid not null,
  -- within what was kept together: in the order of the sender
  position integer not null,
  account_id uuid references account (id),
  -- the part of the event that the destination may know; null once there is nothing left to tell
  event jsonb,
  state text not null check (state in ('waiting', 'sending', 'told', 'dead')),
  attempts integer not null,
  -- why it was given up
  fault text not null,
  written_at timestamptz not null,
  -- the same message is told once
  unique (destination, message_id)
);
create index analytics_delivery_of_batch on analytics_delivery (batch_id);
create index analytics_delivery_by_time on analytics_delivery (written_at);
create index analytics_delivery_open on analytics_delivery (destination, state) where state <> 'told';
create index analytics_delivery_of_account on analytics_delivery (account_id) where account_id is not null;
