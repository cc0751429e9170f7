-- Jobs that wait name the newsletter issue and the impersonation session by what they were called before.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  update pgboss.job
  set data = jsonb_set(data, '{payload}', (data -> 'payload') - 'letterId'
    || jsonb_build_object('issueId', data #> '{payload,letterId}'))
  where data ->> 'kind' in ('mail: letter', 'mail: letter test') and data #> '{payload,letterId}' is not null;
  update pgboss.job
  set data = jsonb_set(data, '{payload}', (data -> 'payload') - 'visitId'
    || jsonb_build_object('impersonationId', data #> '{payload,visitId}'))
  where data ->> 'kind' = 'mail: visit started' and data #> '{payload,visitId}' is not null;
end $$;
