-- What the finance pages of the desk show, and the results of comparing the shop with its processor.

-- Postings in the order of their days; the ids of journals are in the order of time.
create index ledger_journal_by_day on ledger_journal (posted_on, id);
create index ledger_posting_of_account on ledger_posting (account, currency);
create index charge_of_processor on charge (processor_charge) where processor_charge is not null;
create index payout_by_time on payout (created_at, id);
create index invoice_by_time on invoice (issued_at, id);
create index dispute_by_time on dispute (opened_at, id);

create view desk_posting as
  select j.id as journal_id, p.position, j.fact, j.posted_on, j.account_id, o.number as order_number,
    p.account, p.detail, p.currency, p.cents
  from ledger_posting p
  join ledger_journal j on j.id = p.journal_id
  left join "order" o on o.id = j.order_id;

create view desk_payout as
  select payout.id, payout.processor, payout.processor_payout as name, payout.state, payout.amount_cents,
    payout.currency, payout.created_at,
    coalesce((select sum(case when part.kind = 'fee' then part.fee_cents - part.amount_cents else part.fee_cents end)
      from balance_entry part where part.payout_id = payout.id), 0)::bigint as fee_cents
  from payout;

create view desk_payout_part as
  select part.payout_id, part.id, part.kind, part.happened_at, part.amount_cents, part.fee_cents, part.currency,
    (select o.number from "order" o join charge on charge.id = o.charge_id
      where charge.processor_charge = part.processor_charge and charge.processor = part.processor
      order by o.kind desc limit 1) as order_number
  from balance_entry part where part.payout_id is not null;

create view desk_document as
  select id, number, kind, order_number, issued_at, total_cents, currency,
    content #>> '{buyer,address,country}' as country, content #>> '{buyer,address,region}' as region,
    content ->> 'subtotal' as subtotal, content ->> 'discount' as discount,
    content #>> '{shipping,amount}' as shipping, content -> 'taxes' as taxes
  from invoice;

create view desk_dispute as
  select dispute.id, o.number as order_number, dispute.state, dispute.reason, dispute.amount_cents, dispute.currency,
    dispute.opened_at, dispute.evidence_due_at, dispute.closed_at, dispute.written_off_cents,
    coalesce((select sum(movement.fee_cents) from dispute_movement movement
      where movement.dispute_id = dispute.id), 0)::bigint as fee_cents
  from dispute join "order" o on o.id = dispute.order_id;

-- A comparison of the shop's records with the processor's, asked for by a person or made by a command.
create table desk_reconciliation (
  id uuid primary key,
  -- days in UTC, both included; null for all of time
  from_day date,
  until_day date,
  requested_at timestamptz not null,
  -- null for a command
  requested_by uuid,
  finished_at timestamptz,
  charges integer,
  refunds integer,
  disputes integer,
  entries integer,
  payouts integer,
  -- a sentence for each
  differences jsonb not null default '[]',
  -- why there is no result
  failure text
);
-- One at a time: the processor is asked for everything of the period.
create unique index desk_reconciliation_running on desk_reconciliation ((true)) where finished_at is null;
create index desk_reconciliation_by_time on desk_reconciliation (requested_at desc);
