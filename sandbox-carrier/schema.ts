import { deliverySchema } from '../sandbox-base/delivery-records.ts'
import { clockSchema } from '../sandbox-base/moved-clock.ts'

/** The tables of the data file. */
export const schema = `
  ${clockSchema}
  create table if not exists label (
    id text primary key, idempotency_key text not null unique, request text not null,
    state text not null check (state in ('made', 'handed-over', 'voided')),
    tracking text not null unique, test_word text, made_at integer not null, expected_on text not null,
    handed_over_at integer
  ) strict;
  create table if not exists closed_key (idempotency_key text primary key, closed_at integer not null) strict;
  create table if not exists step (
    id text primary key, label_id text not null references label (id), event text not null,
    happens_at integer not null, report_at integer not null, copies integer not null, expected_on text,
    is_reported integer not null default 0
  ) strict;
  create index if not exists step_of_label on step (label_id, happens_at);
  create index if not exists step_to_report on step (report_at) where is_reported = 0;
  ${deliverySchema}
`
