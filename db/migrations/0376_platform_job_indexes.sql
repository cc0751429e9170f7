-- What the shop asks of the queue's jobs besides the next one: those that are over for long, those that are done and name
-- an e-mail, and those that are not done. A queue that is made later has these indexes from its start (src/platform/job-history.ts).
-- locks job_common: made by hand before on a large table, with "create index concurrently if not exists" and these names.
do $$
begin
  if to_regclass('pgboss.job_common') is null then
    return;
  end if;
  if to_regclass('pgboss.loam_job_over') is null then
    create index loam_job_over on pgboss.job_common (completed_on) where completed_on is not null;
  end if;
  if to_regclass('pgboss.loam_job_email') is null then
    create index loam_job_email on pgboss.job_common (id)
      where state = 'completed' and data -> 'payload' ?| array['email', 'formerEmail'];
  end if;
  if to_regclass('pgboss.loam_job_open') is null then
    create index loam_job_open on pgboss.job_common (name) where state <= 'active';
  end if;
end $$;
