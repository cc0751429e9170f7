-- What money is kept apart in. Postings name these; no foreign key, for every sale would lock the same few rows.
create table ledger_account (
  code text primary key,
  name text not null,
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense')),
  -- what the detail of its postings names; null for none
  detail text
);
insert into ledger_account (code, name, kind, detail) values
  ('receivable', 'Receivable from the card processor', 'asset', 'processor'),
  ('owed-deliveries', 'Paid for and not shipped', 'liability', null),
  ('tax-payable', 'Sales tax payable', 'liability', 'jurisdiction'),
  ('member-credit', 'Credit of members', 'liability', 'member'),
  ('revenue', 'Sales of goods', 'income', 'product group'),
  ('shipping', 'Shipping charged', 'income', null),
  ('discounts', 'Discounts given', 'income', 'code'),
  ('refunds', 'Refunds of goods and shipping', 'income', null),
  ('credit-given', 'Credit given away', 'expense', 'reason');

-- One fact of money. Its key makes it come once, whoever posts it again.
create table ledger_journal (
  id uuid primary key,
  fact text not null check (fact in ('order-placed', 'order-shipped', 'order-canceled', 'refund-settled', 'credit-given')),
  fact_id uuid not null,
  -- the order it is about; null for credit
  order_id uuid,
  account_id uuid not null,
  posted_on date not null,
  posted_at timestamptz not null,
  unique (fact, fact_id)
);
create index ledger_journal_of_order on ledger_journal (order_id) where order_id is not null;

-- Debits are positive, credits negative.
create table ledger_posting (
  journal_id uuid not null references ledger_journal (id),
  position integer not null,
  account text not null,
  detail text not null default '',
  cents bigint not null check (cents <> 0),
  currency text not null,
  primary key (journal_id, position)
);
create index ledger_posting_of_credit on ledger_posting (detail) where account = 'member-credit';

create function ledger_check() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_account where code = new.account) then
    raise exception 'there is no ledger account %', new.account using errcode = 'foreign_key_violation';
  end if;
  if exists (
    select from ledger_posting where journal_id = new.journal_id group by currency having sum(cents) <> 0
  ) then
    raise exception 'journal % does not sum to zero', new.journal_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- At commit, so that a journal may be written in more than one statement.
create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_check();

create function ledger_is_final() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_journal_is_final before update or delete on ledger_journal
  for each statement execute function ledger_is_final();
create trigger ledger_posting_is_final before update or delete on ledger_posting
  for each statement execute function ledger_is_final();
