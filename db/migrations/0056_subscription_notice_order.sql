-- A batch of notices takes the oldest first: read in the index's order, a backlog of a large shop is not sorted for each batch.
create index subscription_to_notice_in_order on subscription (notices_on, id)
  where state in ('active', 'paused', 'future');
drop index subscription_to_notice;
