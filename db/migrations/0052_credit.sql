-- What a member has to spend, so that two purchases at once find it in one row. The ledger's account `member-credit`
-- says the same: available + reserved.
create table member_credit (
  account_id uuid primary key references account (id),
  available_cents integer not null check (available_cents >= 0),
  -- taken by purchases and renewals that are under way
  reserved_cents integer not null default 0 check (reserved_cents >= 0),
  -- the account has ended: whatever comes back lapses
  is_closed boolean not null default false
);

-- Credit that was given, once per source.
create table credit_grant (
  id uuid primary key,
  account_id uuid not null references account (id),
  -- what it was given for: the same again gives nothing
  source text not null unique,
  cents integer not null check (cents > 0),
  reason text not null,
  -- an operator's own words; blank once the account has ended
  note text not null default '',
  given_at timestamptz not null
);
create index credit_grant_of_account on credit_grant (account_id);

-- Credit that a purchase or a renewal takes: reserved before anybody is asked for the rest.
create table credit_use (
  id uuid primary key,
  account_id uuid not null references account (id),
  purpose text not null check (purpose in ('purchase', 'renewal')),
  -- the checkout or the billing cycle
  purpose_id uuid not null,
  cents integer not null check (cents > 0),
  state text not null check (state in ('reserved', 'committed', 'released')),
  reserved_at timestamptz not null,
  settled_at timestamptz
);
create unique index credit_use_of_purpose on credit_use (purpose_id) where state <> 'released';
create index credit_use_reserved on credit_use (account_id) where state = 'reserved';

alter table ledger_journal drop constraint ledger_journal_fact_check;
alter table ledger_journal add constraint ledger_journal_fact_check check (fact in (
  'order-placed', 'order-shipped', 'order-canceled', 'refund-settled', 'credit-given', 'credit-lapsed'));

-- The part of the total that was paid by credit.
alter table "order" add column credit_cents integer not null default 0;
alter table "order" add constraint order_credit_check check (credit_cents between 0 and total_cents);

-- A refund gives back by card, as credit, or both; what was paid by credit alone asks no processor.
alter table refund alter column charge_id drop not null;
alter table refund alter column processor drop not null;
alter table refund alter column processor_charge drop not null;
alter table refund add column credit_cents integer not null default 0 check (credit_cents >= 0);
alter table refund drop constraint refund_amount_cents_check;
alter table refund add constraint refund_amount_cents_check check (amount_cents >= 0);
alter table refund add constraint refund_gives_check check (amount_cents + credit_cents > 0);
alter table refund add constraint refund_by_card_check
  check (amount_cents = 0 or (charge_id is not null and processor is not null and processor_charge is not null));
-- The refund that was asked for instead of this one, which the processor had refused.
alter table refund add column made_good_by uuid references refund (id);
create index refund_refused on refund (asked_at) where state = 'refused' and made_good_by is null;

-- Renewals without anything to pay are billed without a charge; one that was left between is found by this.
create index billing_cycle_charging on billing_cycle (opened_at) where state = 'charging';
