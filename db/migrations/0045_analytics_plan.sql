-- The warehouse: what visitors did who agreed to be counted (C0002), by the names of the tracking plan.
alter table analytics_event alter column message_id type text;
alter table analytics_event drop constraint analytics_event_pkey;
alter table analytics_event add primary key (message_id);
-- the browser's consent; null for what the server reports of somebody
alter table analytics_event alter column visit_id drop not null;
-- pages only
alter table analytics_event alter column path drop not null;
alter table analytics_event add column type text not null default 'page';
alter table analytics_event add column source text not null default 'browser';
alter table analytics_event add column happened_at timestamptz;
update analytics_event set happened_at = received_at, properties = properties || jsonb_build_object('title', name), name = 'Page Viewed';
alter table analytics_event alter column happened_at set not null;
-- the browser's anonymous id, as its own script made it
alter table analytics_event add column anonymous_id text;
alter table analytics_event add column account_id uuid references account (id);
alter table analytics_event add column email text;
alter table analytics_event add column campaign jsonb;
alter table analytics_event add column country text;
alter table analytics_event add column region text;
-- the active groups under which it was taken
alter table analytics_event add column active_groups text not null default 'C0001,C0002';
create index analytics_event_of_account on analytics_event (account_id) where account_id is not null;
create index analytics_event_of_email on analytics_event (email) where email is not null;
