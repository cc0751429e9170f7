-- The rows of a renewal run name what renews, not only an id.
create or replace view desk_renewal_entry as
  select entry.run_id, entry.subscription_id, entry.account_id, entry.attempt, entry.due_on, entry.outcome,
    entry.reason, cycle.quote ->> 'currency' as currency,
    (cycle.quote -> 'totals' ->> 'totalCents')::integer as due_cents,
    o.number as order_number, coalesce(charge.amount_cents, 0) as card_cents, coalesce(o.credit_cents, 0) as credit_cents,
    subscription.plan_code
  from renewal_run_entry entry
  left join billing_cycle cycle on cycle.id = entry.cycle_id
  left join "order" o on o.id = cycle.order_id and entry.outcome in ('billed', 'settled-before')
  left join charge on charge.id = o.charge_id and charge.state = 'succeeded'
  left join subscription on subscription.id = entry.subscription_id;
