-- Jobs that wait are read under the present names of their kinds.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  update pgboss.job
  set data = jsonb_set(data, '{kind}', to_jsonb(renamed.kind))
  from (values
    ('mail: letter', 'mail: newsletter issue'),
    ('mail: letter test', 'mail: newsletter test'),
    ('mail: email change asked', 'mail: email change requested'),
    ('mail: visit started', 'mail: impersonation started'),
    ('analytics: tell', 'analytics: deliver'),
    ('order: take back', 'order: cancel')
  ) as renamed (former, kind)
  where data ->> 'kind' = renamed.former;
  update pgboss.job
  set data = jsonb_set(data, '{payload,what}', '"changed"')
  where data ->> 'kind' = 'analytics: report' and data #>> '{payload,what}' = 'steered';
end $$;

-- A report that is repeated finds the event of its first run by its id.
update analytics_event
set message_id = replace(message_id, 'subscription-steered-', 'subscription-changed-')
where message_id like 'subscription-steered-%';
update analytics_delivery
set message_id = replace(message_id, 'subscription-steered-', 'subscription-changed-')
where message_id like 'subscription-steered-%';
