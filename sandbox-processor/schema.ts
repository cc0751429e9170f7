import { deliverySchema } from '../sandbox-base/delivery-records.ts'
import { clockSchema } from '../sandbox-base/moved-clock.ts'

/** The tables of the data file. */
export const schema = `
  create table if not exists token (
    id text primary key, test_card text not null, brand text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null, created_at integer not null, used_by text
  ) strict;
  create table if not exists token_sum (
    token_id text primary key references token (id), amount integer not null, currency text not null
  ) strict;
  create table if not exists customer (
    id text primary key, reference text not null unique, email text not null, created_at integer not null
  ) strict;
  create table if not exists method (
    id text primary key, customer_id text not null references customer (id), test_card text not null,
    brand text not null, last4 text not null, exp_month integer not null, exp_year integer not null,
    created_at integer not null
  ) strict;
  create table if not exists charge (
    id text primary key, idempotency_key text not null unique, request_digest text not null,
    state text not null check (state in ('succeeded', 'declined', 'challenge', 'closed')),
    amount integer not null check (amount > 0), currency text not null,
    decline_kind text, decline_reason text, challenge text unique, return_url text not null,
    customer_id text, method_id text, save_method integer not null, off_session integer not null,
    test_card text not null, brand text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null,
    description text not null, metadata text not null, created_at integer not null
  ) strict;
  create index if not exists charge_by_time on charge (created_at, id);
  create table if not exists setup (
    id text primary key, idempotency_key text not null unique, request_digest text not null,
    state text not null check (state in ('succeeded', 'declined', 'challenge', 'closed')),
    amount integer not null check (amount = 0), currency text not null,
    decline_kind text, decline_reason text, challenge text unique, return_url text not null,
    customer_id text, method_id text, save_method integer not null, off_session integer not null,
    test_card text not null, brand text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null,
    description text not null, metadata text not null, created_at integer not null
  ) strict;
  create table if not exists closed_key (idempotency_key text primary key, closed_at integer not null) strict;
  create table if not exists refund (
    id text primary key, idempotency_key text not null unique, charge_id text not null references charge (id),
    amount integer not null check (amount > 0), created_at integer not null
  ) strict;
  create index if not exists refund_by_time on refund (created_at, id);
  create index if not exists refund_of_charge on refund (charge_id);
  create table if not exists payout (
    id text primary key, amount integer not null, currency text not null, created_at integer not null
  ) strict;
  create index if not exists payout_by_time on payout (created_at, id);
  create table if not exists balance_entry (
    id text primary key, kind text not null, source text not null, charge_id text, amount integer not null,
    fee integer not null, currency text not null, payout_id text references payout (id), created_at integer not null
  ) strict;
  create index if not exists balance_entry_by_time on balance_entry (created_at, id);
  create index if not exists balance_entry_unpaid on balance_entry (created_at, id) where payout_id is null;
  create index if not exists balance_entry_of_payout on balance_entry (payout_id, created_at, id);
  create table if not exists refund_failure (
    refund_id text primary key references refund (id), failed_at integer not null
  ) strict;
  ${clockSchema}
  create table if not exists dispute (
    id text primary key, charge_id text not null references charge (id), state text not null, reason text not null,
    network_reason text not null, amount integer not null check (amount > 0), currency text not null,
    due_at integer not null, submissions integer not null default 0, submission_key text unique, evidence text,
    created_at integer not null
  ) strict;
  create index if not exists dispute_of_charge on dispute (charge_id);
  create index if not exists dispute_by_time on dispute (created_at, id);
  create table if not exists movement (
    id text primary key, dispute_id text not null references dispute (id), amount integer not null,
    fee integer not null, created_at integer not null
  ) strict;
  create index if not exists movement_of_dispute on movement (dispute_id);
  create table if not exists fraud_warning (
    id text primary key, charge_id text not null references charge (id), fraud_type text not null,
    created_at integer not null
  ) strict;
  create table if not exists aftermath_step (
    id integer primary key, charge_id text not null references charge (id), dispute_id text, what text not null,
    happens_at integer not null, is_done integer not null default 0
  ) strict;
  create index if not exists aftermath_step_due on aftermath_step (happens_at, id) where is_done = 0;
  ${deliverySchema}
`
