-- Acts above a limit that wait for a second person. What is carried out is what was asked for: the request keeps it, with what was shown.
create table desk_approval (
  id uuid primary key,
  kind text not null check (kind in ('refund', 'tracking-import')),
  -- of the form that asked: sent again it is the same request
  request_id uuid not null unique,
  -- the order of a refund, and whose it is; null for a file
  order_number text,
  account_id uuid,
  -- what is to be done
  payload jsonb not null,
  -- what it came to when it was asked for: cents and currency of a refund, shipments of a file
  cents integer,
  currency text,
  shipments integer,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'approved', 'refused', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz,
  decision_note text,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null)),
  check ((kind = 'refund') = (order_number is not null and cents is not null and currency is not null)),
  check ((kind = 'tracking-import') = (shipments is not null))
);
create index desk_approval_open on desk_approval (expires_at) where state = 'open';
create index desk_approval_by_time on desk_approval (requested_at desc, id desc);
create index desk_approval_of_account on desk_approval (account_id) where account_id is not null;

create view desk_approval_row as
  select approval.*, asked.name as requested_by_name, decided.name as decided_by_name
  from desk_approval approval
    join staff asked on asked.id = approval.requested_by
    left join staff decided on decided.id = approval.decided_by;

-- Approvals wait for somebody too. The columns stay as they are, so that a process of the release before reads the same.
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
  select 'shipment-to-pack', shipment.id::text, shipment.created_at, null, coalesce(o.ship_on::text, ''), o.number,
    shipment.account_id, null, null
  from shipment join "order" o on o.id = shipment.order_id where shipment.state = 'pending' and o.state = 'placed'
  union all
  select 'shipment-on-hold', shipment.id::text, shipment.created_at, null, '', o.number, shipment.account_id,
    null, null
  from shipment join "order" o on o.id = shipment.order_id where shipment.state = 'on-hold'
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
