-- What a refund is made of: units of a line, the shipping fee, shares of a sum that is for no line. Written with the refund and
-- never changed; a refund from before this table has none, and its sum counts as spread over its order.
create table refund_line (
  refund_id uuid not null references refund (id) on delete cascade,
  kind text not null check (kind in ('line', 'shipping', 'sum', 'goodwill')),
  -- the line of the order; null for the shipping fee
  position integer,
  quantity integer not null check (quantity >= 0),
  goods_cents integer not null check (goods_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  unique nulls not distinct (refund_id, kind, position),
  check ((kind = 'line') = (quantity > 0)),
  check (kind <> 'line' or position is not null),
  check (kind <> 'shipping' or position is null),
  check (goods_cents + tax_cents > 0)
);

-- The reason in words, as its buyer reads it; and when the bank sent a refund back that was done.
alter table refund add column note text, add column reversed_at timestamptz;
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check
  check (reason in ('order-canceled', 'withdrawal', 'return', 'operator', 'goodwill', 'dashboard'));
create index refund_of_processor on refund (processor, processor_refund) where processor_refund is not null;

-- A credit note whose refund the bank sent back is taken back by a document of its own, in the same series.
alter table invoice drop constraint invoice_kind_check;
alter table invoice add constraint invoice_kind_check check (kind in ('invoice', 'credit-note', 'reversal'));
alter table invoice drop constraint invoice_check;
alter table invoice add constraint invoice_check check ((kind = 'invoice') = (refund_id is null));
create unique index invoice_of_reversal on invoice (refund_id) where kind = 'reversal';

alter table ledger_journal drop constraint ledger_journal_fact_check;
alter table ledger_journal add constraint ledger_journal_fact_check check (fact in (
  'order-placed', 'order-shipped', 'order-canceled', 'refund-settled', 'refund-reversed', 'credit-given', 'credit-lapsed',
  'processor-fee', 'payout-paid', 'payout-failed'));
