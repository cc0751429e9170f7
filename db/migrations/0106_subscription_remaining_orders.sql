-- How many more orders come before a subscription ends by itself; null for one that goes on until it is canceled.
alter table subscription
  add column remaining_orders integer check (remaining_orders >= 0),
  -- With its last order it has expired, and only then.
  add constraint subscription_expires_with_last_order check (
    (state <> 'expired' or remaining_orders is not distinct from 0)
    and (state not in ('active', 'paused', 'future') or remaining_orders is distinct from 0));
