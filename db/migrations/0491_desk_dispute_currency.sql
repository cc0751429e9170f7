-- The processor may convert what it moves for a dispute; fees and losses are in that currency.
create or replace view desk_dispute as
  select dispute.id, o.number as order_number, dispute.state, dispute.reason, dispute.amount_cents, dispute.currency,
    dispute.opened_at, dispute.evidence_due_at, dispute.closed_at, dispute.written_off_cents,
    coalesce((select sum(movement.fee_cents) from dispute_movement movement
      where movement.dispute_id = dispute.id), 0)::bigint as fee_cents,
    coalesce((select min(movement.currency) from dispute_movement movement
      where movement.dispute_id = dispute.id), dispute.currency) as moved_currency
  from dispute join "order" o on o.id = dispute.order_id;
