-- Newsletter campaigns are versions made at the desk. Each recipient has one copy; its row is what makes it one.
create table newsletter_campaign (
  id uuid primary key,
  state text not null check (state in ('draft', 'scheduled', 'sending', 'sent', 'stopped')),
  -- the latest version
  version integer not null,
  -- the version that is sent, since it was scheduled
  sent_version integer,
  send_at timestamptz,
  per_hour integer check (per_hour > 0),
  created_by uuid,
  scheduled_by uuid,
  approved_by uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- the last subscriber who was looked at for a copy, and when all of them were
  listed_until uuid,
  listed_at timestamptz,
  -- until when the hourly limit is used up
  released_at timestamptz,
  ended_at timestamptz,
  -- SHA-256 of an operator's file: the same file is the same campaign
  fingerprint text unique
);
create index newsletter_campaign_due on newsletter_campaign (send_at) where state in ('scheduled', 'sending');
create index newsletter_campaign_newest on newsletter_campaign (created_at, id);

create table newsletter_campaign_version (
  campaign_id uuid not null references newsletter_campaign (id),
  number integer not null,
  content jsonb not null,
  segment jsonb not null,
  made_by uuid,
  made_at timestamptz not null,
  primary key (campaign_id, number)
);

create table newsletter_copy (
  campaign_id uuid not null references newsletter_campaign (id),
  subscriber_id uuid not null references newsletter_subscriber (id),
  -- names the copy in its return path and in its links
  token text not null unique,
  -- `sending`: the mail server has been asked; `unknown`: whether it took the mail is not known, so it is not sent again
  state text not null check (state in ('waiting', 'queued', 'sending', 'sent', 'failed', 'unknown', 'left-out')),
  -- why it was left out, or why the mail server refused it
  reason text,
  at timestamptz not null,
  -- whether its links go through the shop, because its reader allows to count clicks
  counts_clicks boolean not null default false,
  bounced_at timestamptz,
  complained_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (campaign_id, subscriber_id)
);
create index newsletter_copy_waiting on newsletter_copy (campaign_id, subscriber_id) where state = 'waiting';
create index newsletter_copy_open on newsletter_copy (campaign_id) where state in ('waiting', 'queued', 'sending');
create index newsletter_copy_of_subscriber on newsletter_copy (subscriber_id, at);

create table newsletter_click (
  campaign_id uuid not null,
  subscriber_id uuid not null,
  -- the position of the link among those of the campaign
  link integer not null,
  at timestamptz not null,
  primary key (campaign_id, subscriber_id, link),
  foreign key (campaign_id, subscriber_id) references newsletter_copy (campaign_id, subscriber_id)
);
create index newsletter_click_at on newsletter_click (at);

-- Addresses that get no newsletter, whatever their owners subscribe to.
create table newsletter_suppression (
  id uuid primary key,
  email text not null unique,
  reason text not null check (reason in ('hard-bounce', 'soft-bounces', 'complaint')),
  detail text not null,
  source text not null,
  campaign_id uuid,
  at timestamptz not null
);
create index newsletter_suppression_newest on newsletter_suppression (at, id);

-- What mail servers and mail services reported, each report once.
create table newsletter_bounce (
  id uuid primary key,
  event_key text not null unique,
  kind text not null check (kind in ('hard', 'soft', 'complaint')),
  email text not null,
  campaign_id uuid,
  detail text not null,
  source text not null,
  at timestamptz not null
);
create index newsletter_bounce_of_email on newsletter_bounce (email, at);
create index newsletter_bounce_at on newsletter_bounce (at);

-- The issues of the release before are campaigns, and what waits of them is sent on.
insert into newsletter_campaign (
  id, state, version, sent_version, send_at, created_at, changed_at, listed_at, ended_at, fingerprint
)
select
  issue.id,
  case when waits.found then 'sending' else 'sent' end,
  1,
  1,
  issue.written_at,
  issue.written_at,
  issue.written_at,
  issue.written_at,
  case when waits.found then null else issue.written_at end,
  issue.fingerprint
from newsletter_issue as issue
cross join lateral (
  select exists (
    select from newsletter_recipient where issue_id = issue.id and state = 'waiting'
  ) as found
) as waits;

insert into newsletter_campaign_version (campaign_id, number, content, segment, made_at)
select
  issue.id,
  1,
  jsonb_build_object(
    'subject', issue.subject,
    'preheader', issue.content ->> 'preview',
    'heading', issue.content ->> 'heading',
    'blocks', (
      select coalesce(jsonb_agg(
        case block ->> 'kind'
          when 'section' then jsonb_build_object('kind', 'heading', 'text', block ->> 'title')
          else block
        end order by place
      ), '[]')
      from jsonb_array_elements(issue.content -> 'blocks') with ordinality as listed (block, place)
    )
  ),
  '{}',
  issue.written_at
from newsletter_issue as issue;

insert into newsletter_copy (campaign_id, subscriber_id, token, state, reason, at)
select
  issue_id,
  subscriber_id,
  substr(encode(sha256(convert_to(gen_random_uuid()::text || subscriber_id::text, 'utf8')), 'hex'), 1, 24),
  case state when 'refused' then 'failed' when 'unsubscribed' then 'left-out' else state end,
  case state when 'unsubscribed' then 'unsubscribed' end,
  at
from newsletter_recipient;

-- Jobs of copies that wait are made again by what sends campaigns.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  delete from pgboss.job
  where data ->> 'kind' in ('mail: newsletter issue', 'mail: newsletter test') and state in ('created', 'retry');
end $$;

-- A process of the release before sends none of them any more; the copy that it is sending now it marks as sent.
update newsletter_recipient set state = 'unsubscribed' where state = 'waiting';
