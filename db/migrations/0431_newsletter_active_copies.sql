-- A copy that a process of the release before campaigns is sending at this moment is not sent a second time: until that process says
-- what became of it, and for good when it never does, its result is unknown.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  update newsletter_copy as copy set state = 'unknown'
  from pgboss.job as job
  where job.data ->> 'kind' = 'mail: newsletter issue' and job.state = 'active'
    and copy.campaign_id::text = job.data #>> '{payload,issueId}'
    and copy.subscriber_id::text = job.data #>> '{payload,subscriberId}'
    and copy.state in ('waiting', 'queued');
end $$;

-- What it said between the two migrations.
update newsletter_copy as copy
set state = case recipient.state when 'sent' then 'sent' else 'failed' end, at = recipient.at
from newsletter_recipient as recipient
where recipient.issue_id = copy.campaign_id and recipient.subscriber_id = copy.subscriber_id
  and recipient.state in ('sent', 'refused') and copy.state in ('waiting', 'queued', 'unknown');

create function newsletter_recipient_settled() returns trigger language plpgsql as $$
begin
  update newsletter_copy
  set state = case new.state when 'sent' then 'sent' else 'failed' end, at = new.at
  where campaign_id = new.issue_id and subscriber_id = new.subscriber_id and state in ('waiting', 'queued', 'unknown');
  return null;
end $$;

create trigger newsletter_recipient_settled after update of state on newsletter_recipient
for each row when (new.state in ('sent', 'refused')) execute function newsletter_recipient_settled();
