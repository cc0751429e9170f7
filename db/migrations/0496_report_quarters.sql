-- The home of the desk in a large shop: what began and ended is found without a look behind at every other status, days that are over have
-- sums by quarters of an hour, and shipments to pack are found by the day on which they are due.

-- A start for each subscription, at its first status: the movements `new` of report_movement. The first version is 1, so that of nearly
-- all no other one is looked for; subscriptions from before there was a history may have begun it with any.
create view report_start as
  select status.subscription_id, status.at
  from subscription_status status
  where case when status.version = 1
    then status.subscription_id not in (select older.subscription_id from subscription_status older where older.version < 1)
    else status.version = (
      select first.version from subscription_status first
      where first.subscription_id = status.subscription_id order by first.version limit 1
    ) end;

create index if not exists subscription_status_before_first on subscription_status (subscription_id) where version < 1;

-- What is not live any more, from the last status of the moment before to the last one of its own: those with `live` -1.
create view report_end as
  select status.subscription_id, status.at
  from subscription_status status
  where status.state not in ('active', 'future', 'paused')
    and status.at is distinct from (
      select later.at from subscription_status later
      where later.subscription_id = status.subscription_id and later.version > status.version
      order by later.version limit 1
    )
    and (
      select earlier.state in ('active', 'future', 'paused') from subscription_status earlier
      where earlier.subscription_id = status.subscription_id and earlier.version < status.version
        and earlier.at <> status.at
      order by earlier.version desc limit 1
    );

create index if not exists subscription_status_ended_by_time on subscription_status (at)
  where state not in ('active', 'future', 'paused');

-- locks ledger_journal: made by hand before on a large shop, with "create index concurrently if not exists" and this name.
create index if not exists ledger_journal_refund_by_day on ledger_journal (posted_on) where fact = 'refund-settled';

-- What happened in each quarter of an hour of the last days that are over. Quarters, because the clocks of every time zone differ from
-- those of UTC, and change, by whole ones.
create table report_quarter (
  day date not null,
  fact text not null,
  -- null for what is counted and has no amount
  currency text,
  starts_at timestamptz not null,
  times integer not null,
  cents bigint not null
);
create index report_quarter_of_day on report_quarter (day);

-- Equal to made_at where the quarters were made with the sums: a process of the release before makes sums only.
alter table report_made_day add column quarters_at timestamptz;

-- The last days get their quarters now; until then they are read from their rows.
insert into report_late_day (part, day)
select 'ledger', closing.through - back from report_closing closing, generate_series(0, 8) back
where closing.through is not null;

-- From `starts_on` on it is work; null for what is asked for in another way, and for what always is. The other columns stay as they are.
create or replace view desk_work as
  select 'payment-unknown' as kind, charge.id::text as id, charge.created_at as at, null::timestamptz as due_at,
    charge.purpose as detail, null::text as order_number, charge.account_id, charge.amount_cents as cents,
    charge.currency, null::date as starts_on
  from charge where charge.state = 'unknown'
  union all
  select 'refund-refused', refund.id::text, refund.requested_at, null, coalesce(refund.refusal, ''), o.number,
    o.account_id, refund.amount_cents, refund.currency, null
  from refund join "order" o on o.id = refund.order_id
  where refund.state = 'refused' and refund.refusal is distinct from 'dispute-lost' and refund.replaced_by is null
  union all
  select 'dispute', dispute.id::text, dispute.opened_at, dispute.evidence_due_at, dispute.reason, o.number,
    dispute.account_id, dispute.amount_cents, dispute.currency, null
  from dispute join "order" o on o.id = dispute.order_id
  where dispute.closed_at is null
    and dispute.state in ('warning_needs_response', 'needs_response', 'appeal_needs_response')
  union all
  select 'renewal-parked', parked.subscription_id::text, parked.parked_at, null, parked.step, null,
    parked.account_id, null, null, null
  from parked_subscription parked
  union all
  select 'backorder', stock.product, null, null, (-stock.available)::text, null, null, null, null, null
  from stock where stock.available < 0
  union all
  select 'return-expected', order_return.id::text, order_return.requested_at, null, order_return.number, o.number,
    order_return.account_id, null, null, null
  from order_return join "order" o on o.id = order_return.order_id where order_return.state = 'requested'
  union all
  select 'withdrawal-open', withdrawal.id::text, withdrawal.received_at, null, withdrawal.kind, o.number,
    withdrawal.account_id, null, null, null
  from withdrawal join "order" o on o.id = withdrawal.order_id where withdrawal.state = 'awaiting-return'
  union all
  select 'problem-open', order_problem.number, order_problem.reported_at, null, order_problem.kind, o.number,
    order_problem.account_id, null, null, null
  from order_problem join "order" o on o.id = order_problem.order_id where order_problem.state = 'open'
  union all
  -- A branch each, so that what is due is found by an index: nearly all that wait are for a later day.
  select 'shipment-to-pack', shipment.id::text, shipment.created_at, null, o.ship_on::text, o.number,
    shipment.account_id, null, null, o.ship_on
  from "order" o join shipment on shipment.order_id = o.id
  where shipment.state = 'pending' and o.state = 'placed' and o.ship_on is not null
  union all
  select 'shipment-to-pack', shipment.id::text, shipment.created_at, null, '', o.number,
    shipment.account_id, null, null, '-infinity'
  from "order" o join shipment on shipment.order_id = o.id
  where shipment.state = 'pending' and o.state = 'placed' and o.ship_on is null
  union all
  select 'shipment-to-pack', shipment.id::text, shipment.created_at, null, '', o.number,
    shipment.account_id, null, null, '-infinity'
  from shipment join "order" o on o.id = shipment.order_id
  where shipment.state = 'pending' and shipment.is_reship and o.state <> 'placed' and not o.is_held
  union all
  select 'shipment-on-hold', shipment.id::text, shipment.created_at, null, '', o.number, shipment.account_id,
    null, null, null
  from shipment join "order" o on o.id = shipment.order_id where shipment.state = 'on-hold'
  union all
  select 'shipment-lost', id::text, ended_at, null, replace(state, '-', ' '), order_number, account_id, null, null, null
  from desk_undelivered where state in ('lost', 'returned-to-sender')
  union all
  select 'shipment-silent', id::text, shipped_at, (expected_on + time '12:00') at time zone 'UTC', route, order_number,
    account_id, null, null, null
  from desk_undelivered where state in ('shipped', 'in-transit')
  union all
  select 'review-waiting', review.id::text, review.written_at, null, review.title, null, review.account_id, null, null, null
  from review where review.state = 'waiting'
  union all
  select 'message-waiting', thread.id::text, thread.waiting_since, null,
    coalesce((select message.topic from contact_message message where message.email = thread.email
      order by message.created_at desc limit 1), ''),
    null, null, null, null, null
  from contact_thread thread where thread.waiting_since is not null
  union all
  select 'approval-waiting', approval.id::text, approval.requested_at, approval.expires_at, approval.requested_by::text,
    approval.order_number, approval.account_id, approval.cents, approval.currency, null
  from desk_approval approval where approval.state = 'open'
  union all
  select 'stock-low', stock.product, alarm.low_since, null, stock.available::text, null, null, null, null, null
  from stock join stock_alarm alarm on alarm.product = stock.product
  where stock.available >= 0 and stock.available < alarm.needed
  union all
  -- The day that is over is asked for by the reader, who knows the time of the shop.
  select 'delivery-late', delivery.id::text, delivery.created_at, (delivery.expected_on + time '12:00') at time zone 'UTC',
    delivery.product, null, null, null, null, null
  from stock_delivery delivery where delivery.closed_at is null
  union all
  -- Which day is soon is asked for by the reader, too.
  select 'lot-expiring', lot.product || ' ' || lot.lot, null, (lot.best_before + time '12:00') at time zone 'UTC',
    lot.product || ', lot ' || lot.lot || ': ' || lot.remaining, null, null, null, null, null
  from stock_lot lot where lot.remaining > 0 and lot.best_before is not null
  union all
  -- From which day on the lot itself is work is asked for by the reader.
  select 'lot-unsold', lot.product || ' ' || lot.lot, forecast.forecast_at, (lot.best_before + time '12:00') at time zone 'UTC',
    lot.product || ', lot ' || lot.lot || ': ' || least(forecast.unsold, lot.remaining) || ' of ' || lot.remaining,
    null, null, null, null, null
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
    null, null, null, null, null
  from partner_endpoint endpoint
  where endpoint.off_at is null and (endpoint.paused_until is not null
    or exists (select from partner_delivery given where given.endpoint_id = endpoint.id and given.state = 'given-up'));
