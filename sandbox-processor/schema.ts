import { deliverySchema } from '../sandbox-base/delivery-records.ts'

/** The tables of the data file. */
export const schema = `
  create table if not exists token (
    id text primary key, test_card text not null, brand text not null, last4 text not null,
    exp_month integer not null, exp_year integer not null, created_at integer not null, used_by text
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
  ${deliverySchema}
`
