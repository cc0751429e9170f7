-- Packages that have not reached their buyers and of which somebody has to decide: what the carrier has lost or brought back, and what it
-- still has. Units that were refunded or sent again since are dealt with, and so is what its buyer has reported as a problem, which is a
-- row of its own. The shop hears of a package on its way only from a carrier that reports: without one event nobody is silent.
create index shipment_lost on shipment (order_id) where state in ('lost', 'returned-to-sender');
create index shipment_under_way on shipment (shipped_at) where state in ('shipped', 'in-transit');

create view desk_undelivered as
  select s.id, s.state, s.account_id, s.expected_on, s.shipped_at, s.ended_at, o.number as order_number,
    o.shipping_method_code || ' ' || coalesce(s.ship_to ->> 'country', o.ship_to ->> 'country', '') as route
  from shipment s join "order" o on o.id = s.order_id
  where (s.state in ('lost', 'returned-to-sender')
      or (s.state in ('shipped', 'in-transit') and exists (
        select from shipment_event said where said.shipment_id = s.id and said.source = 'carrier')))
    and o.refunded_at is null
    and exists (
      select from shipment_item item
      where item.shipment_id = s.id and item.line_quantity
        > coalesce((select sum(case when line.kind = 'line' then line.quantity
              when refund.requested_at >= coalesce(s.ended_at, s.shipped_at) then item.line_quantity else 0 end)
            from refund join refund_line line on line.refund_id = refund.id
            where refund.order_id = s.order_id and refund.state <> 'refused' and line.kind in ('line', 'sum')
              and line.position = item.position), 0)
          + coalesce((select sum(sent.line_quantity)
            from shipment again join shipment_item sent on sent.shipment_id = again.id
            where again.order_id = s.order_id and again.id <> s.id and again.is_reship and again.state <> 'canceled'
              and again.created_at >= coalesce(s.ended_at, s.shipped_at) and sent.position = item.position), 0))
    and not exists (
      select from order_problem problem
      where problem.order_id = s.order_id and problem.reported_at >= coalesce(s.ended_at, s.shipped_at)
        and exists (select from order_problem_line line join shipment_item item on item.position = line.position
          where line.problem_id = problem.id and item.shipment_id = s.id));

-- What is sent again waits to be packed like the rest, and is always due. Of a package on its way the detail is its route, and its deadline the day that its
-- carrier named, at noon, which is the same day where the shop is. The columns stay as they are, so that a process of the release before
-- reads the same.
create or replace view desk_work as
  select 'payment-unknown' as kind, charge.id::text as id, charge.created_at as at, null::timestamptz as due_at,
    charge.purpose as detail, null::text as order_number, charge.account_id, charge.amount_cents as cents,
    charge.currency
  from charge where charge.state = 'unknown'
  union all
  select 'refund-refused', refund.id::text, refund.requested_at, null, coalesce(refund.refusal, ''), o.number,
    o.account_id, refund.amount_cents, refund.currency
  from refund join "order" o on o.id = refund.order_id
  where refund.state = 'refused' and refund.replaced_by is null
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
  select 'problem-open', order_problem.id::text, order_problem.reported_at, null, order_problem.kind, o.number,
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
  from desk_approval approval where approval.state = 'open';
