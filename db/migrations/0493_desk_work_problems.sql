-- A report of a problem is named by its own number, which its page has. A refund that ended because the buyer has the money from
-- their bank needs nobody. The columns stay as they are, so that a process of the release before reads the same.
create or replace view desk_work as
  select 'payment-unknown' as kind, charge.id::text as id, charge.created_at as at, null::timestamptz as due_at,
    charge.purpose as detail, null::text as order_number, charge.account_id, charge.amount_cents as cents,
    charge.currency
  from charge where charge.state = 'unknown'
  union all
  select 'refund-refused', refund.id::text, refund.requested_at, null, coalesce(refund.refusal, ''), o.number,
    o.account_id, refund.amount_cents, refund.currency
  from refund join "order" o on o.id = refund.order_id
  where refund.state = 'refused' and refund.refusal is distinct from 'dispute-lost' and refund.replaced_by is null
  union all
  select 'dispute', dispute.id::text, dispute.opened_at, dispute.evidence_due_at, dispute.reason, o.number,
    dispute.account_id, dispute.amount_cents, dispute.currency
  from dispute join "order" o on o.id = dispute.order_id
  where dispute.closed_at is null
    and dispute.state in ('warning_needs_response', 'needs_response', 'appeal_needs_response')
  union all
  select 'renewal-parked', parked.subscription_id::text, parked.parked_at, null, parked.step, null,
    parked.account_id, null, null
  from parked_subscription parked
  union all
  select 'backorder', stock.product, null, null, (-stock.available)::text, null, null, null, null
  from stock where stock.available < 0
  union all
  select 'return-expected', order_return.id::text, order_return.requested_at, null, order_return.number, o.number,
    order_return.account_id, null, null
  from order_return join "order" o on o.id = order_return.order_id where order_return.state = 'requested'
  union all
  select 'withdrawal-open', withdrawal.id::text, withdrawal.received_at, null, withdrawal.kind, o.number,
    withdrawal.account_id, null, null
  from withdrawal join "order" o on o.id = withdrawal.order_id where withdrawal.state = 'awaiting-return'
  union all
  select 'problem-open', order_problem.number, order_problem.reported_at, null, order_problem.kind, o.number,
    order_problem.account_id, null, null
  from order_problem join "order" o on o.id = order_problem.order_id where order_problem.state = 'open'
  union all
  select 'shipment-to-pack', shipment.id::text, shipment.created_at, null,
    case when o.state = 'placed' then coalesce(o.ship_on::text, '') else '' end, o.number,
    shipment.account_id, null, null
  from shipment join "order" o on o.id = shipment.order_id
  where shipment.state = 'pending' and (o.state = 'placed' or (shipment.is_reship and not o.is_held))
  union all
  select 'shipment-on-hold', shipment.id::text, shipment.created_at, null, '', o.number, shipment.account_id,
    null, null
  from shipment join "order" o on o.id = shipment.order_id where shipment.state = 'on-hold'
  union all
  select 'shipment-lost', id::text, ended_at, null, replace(state, '-', ' '), order_number, account_id, null, null
  from desk_undelivered where state in ('lost', 'returned-to-sender')
  union all
  select 'shipment-silent', id::text, shipped_at, (expected_on + time '12:00') at time zone 'UTC', route, order_number,
    account_id, null, null
  from desk_undelivered where state in ('shipped', 'in-transit')
  union all
  select 'review-waiting', review.id::text, review.written_at, null, review.title, null, review.account_id, null, null
  from review where review.state = 'waiting'
  union all
  select 'message-waiting', thread.id::text, thread.waiting_since, null,
    coalesce((select message.topic from contact_message message where message.email = thread.email
      order by message.created_at desc limit 1), ''),
    null, null, null, null
  from contact_thread thread where thread.waiting_since is not null
  union all
  select 'approval-waiting', approval.id::text, approval.requested_at, approval.expires_at, approval.requested_by::text,
    approval.order_number, approval.account_id, approval.cents, approval.currency
  from desk_approval approval where approval.state = 'open'
  union all
  select 'stock-low', stock.product, alarm.low_since, null, stock.available::text, null, null, null, null
  from stock join stock_alarm alarm on alarm.product = stock.product
  where stock.available >= 0 and stock.available < alarm.needed
  union all
  -- The day that is over is asked for by the reader, who knows the time of the shop.
  select 'delivery-late', delivery.id::text, delivery.created_at, (delivery.expected_on + time '12:00') at time zone 'UTC',
    delivery.product, null, null, null, null
  from stock_delivery delivery where delivery.closed_at is null
  union all
  -- Which day is soon is asked for by the reader, too.
  select 'lot-expiring', lot.product || ' ' || lot.lot, null, (lot.best_before + time '12:00') at time zone 'UTC',
    lot.product || ', lot ' || lot.lot || ': ' || lot.remaining, null, null, null, null
  from stock_lot lot where lot.remaining > 0 and lot.best_before is not null
  union all
  -- From which day on the lot itself is work is asked for by the reader.
  select 'lot-unsold', lot.product || ' ' || lot.lot, forecast.forecast_at, (lot.best_before + time '12:00') at time zone 'UTC',
    lot.product || ', lot ' || lot.lot || ': ' || least(forecast.unsold, lot.remaining) || ' of ' || lot.remaining,
    null, null, null, null
  from stock_lot_forecast forecast join stock_lot lot using (product, lot)
  where lot.remaining > 0 and lot.best_before is not null
  union all
  select 'webhook-failed', endpoint.id::text,
    (select oldest.wanted_at from partner_delivery oldest
      where oldest.endpoint_id = endpoint.id and oldest.state in ('given-up', 'waiting') order by oldest.position limit 1),
    null,
    endpoint.name || case when endpoint.paused_until is null then '' else ' is failing' end
      || ': ' || (select count(*) filter (where open.state = 'waiting') || ' waiting, '
          || count(*) filter (where open.state = 'given-up') || ' given up'
        from partner_delivery open where open.endpoint_id = endpoint.id and open.state in ('waiting', 'given-up')),
    null, null, null, null
  from partner_endpoint endpoint
  where endpoint.off_at is null and (endpoint.paused_until is not null
    or exists (select from partner_delivery given where given.endpoint_id = endpoint.id and given.state = 'given-up'));
