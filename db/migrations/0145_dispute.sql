-- Payments that a bank takes back or asks about. What the processor says of them is stored as it was last read there.
create table dispute (
  id uuid primary key,
  processor text not null,
  processor_dispute text not null,
  charge_id uuid not null references charge (id),
  -- the purchase or renewal that the charge paid; a gift that it paid too is found by the charge
  order_id uuid not null references "order" (id),
  account_id uuid not null,
  state text not null check (state in ('warning_needs_response', 'warning_under_review', 'warning_closed',
    'needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'prevented')),
  -- why, by the processor and by the card network
  reason text not null,
  network_reason text,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  is_charge_refundable boolean not null,
  evidence_due_at timestamptz,
  -- how often evidence was sent to the bank
  submissions integer not null default 0,
  -- what the ledger has as lost for good
  written_off_cents integer not null default 0 check (written_off_cents >= 0),
  opened_at timestamptz not null,
  recorded_at timestamptz not null,
  closed_at timestamptz,
  unique (processor, processor_dispute)
);
create index dispute_of_charge on dispute (charge_id);
create index dispute_of_order on dispute (order_id);
create index dispute_of_account on dispute (account_id);
create index dispute_open on dispute (evidence_due_at) where closed_at is null;

-- Money that moved because of a dispute: negative was taken, positive came back. The fee is what the processor kept.
create table dispute_movement (
  id uuid primary key,
  dispute_id uuid not null references dispute (id),
  processor_movement text not null,
  cents bigint not null check (cents <> 0),
  fee_cents bigint not null,
  currency text not null,
  recorded_at timestamptz not null,
  unique (dispute_id, processor_movement)
);

-- What happened to a dispute, in the order in which the shop learned it.
create table dispute_event (
  id uuid primary key,
  dispute_id uuid not null references dispute (id),
  -- a state, or what was done: evidence-submitted, accepted
  kind text not null,
  source text not null check (source in ('processor', 'operator', 'shop')),
  note text not null default '',
  happened_at timestamptz not null
);
create index dispute_event_of_dispute on dispute_event (dispute_id, happened_at);
create function dispute_history_is_final() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger dispute_event_is_final before update or delete on dispute_event
  for each row execute function dispute_history_is_final();
create trigger dispute_movement_is_final before update or delete on dispute_movement
  for each row execute function dispute_history_is_final();

-- When the processor is asked about a dispute next, whether the shop knows it already or not. Of readings that overlap,
-- one that began before another was written is made again.
create table dispute_check (
  processor text not null,
  processor_dispute text not null,
  -- readings that began, and the last of them that was written
  begun integer not null default 0,
  written integer not null default 0,
  next_check_at timestamptz,
  primary key (processor, processor_dispute)
);
create index dispute_check_due on dispute_check (next_check_at) where next_check_at is not null;

-- What open and lost disputes take of a charge: nothing of it is refunded to its card.
alter table charge
  add column disputed_cents integer not null default 0 check (disputed_cents >= 0),
  add column lost_cents integer not null default 0 check (lost_cents >= 0);

insert into ledger_account (code, name, kind, detail) values
  ('disputed', 'Taken back by banks and not decided', 'asset', 'processor'),
  ('dispute-losses', 'Disputes that were lost', 'expense', 'processor'),
  ('dispute-fees', 'Fees for disputes', 'expense', 'processor');
-- Facts that are known already stay known, whichever migration added them.
do $$
declare
  known text;
begin
  select string_agg(quote_literal(name[1]), ', ') into known
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g') name
  where conname = 'ledger_journal_fact_check';
  alter table ledger_journal drop constraint ledger_journal_fact_check;
  execute format('alter table ledger_journal add constraint ledger_journal_fact_check check (fact in (%s, %L, %L, %L, %L))',
    known, 'dispute-withdrawn', 'dispute-reinstated', 'dispute-lost', 'dispute-recovered');
end $$;
