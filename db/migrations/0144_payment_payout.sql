-- What changed the shop's balance at its processor, as the processor lists it. Only added to, but for what the shop does with it.
create table balance_entry (
  id uuid primary key,
  processor text not null,
  -- the processor's id of it
  entry text not null,
  kind text not null check (kind in ('charge', 'refund', 'refund-failure', 'dispute', 'payout', 'payout-failure', 'fee', 'other')),
  amount_cents bigint not null,
  fee_cents bigint not null,
  currency text not null,
  processor_charge text,
  payout_id uuid,
  happened_at timestamptz not null,
  -- when its fee was posted in the ledger; null while it is not, and for what has none
  posted_at timestamptz,
  unique (processor, entry)
);
create index balance_entry_by_time on balance_entry (processor, happened_at);
create index balance_entry_of_payout on balance_entry (payout_id);
create index balance_entry_to_post on balance_entry (happened_at)
  where posted_at is null and (fee_cents <> 0 or kind = 'fee');

create table payout (
  id uuid primary key,
  processor text not null,
  processor_payout text not null,
  amount_cents bigint not null,
  currency text not null,
  state text not null check (state in ('pending', 'paid', 'failed')),
  created_at timestamptz not null,
  unique (processor, processor_payout)
);

-- When each processor's records are read next.
create table balance_reading (
  processor text primary key,
  next_at timestamptz not null,
  -- everything that happened before was read
  read_until timestamptz
);

insert into ledger_account (code, name, kind, detail) values
  ('processor-fees', 'Fees of the card processor', 'expense', 'processor'),
  ('bank', 'Paid out to the bank', 'asset', 'processor');

-- Fees and payouts are about no member.
alter table ledger_journal alter column account_id drop not null;
