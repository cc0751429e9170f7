-- Columns get the standard words: what was captured of a charge, how often and when something was requested. The release before still reads
-- and writes the former columns, so a trigger keeps both in step until they are dropped (decision 399).
-- locks charge: on a large table make the index before, with create index concurrently if not exists charge_captured on charge (created_at)
--   where captured_cents is not null and settled_at is null, after adding the columns by hand with add column if not exists.
alter table charge
  add column if not exists captured_cents bigint,
  add column if not exists captured_currency text;
create index if not exists charge_captured on charge (created_at) where captured_cents is not null and settled_at is null;
update charge set captured_cents = taken_cents, captured_currency = taken_currency
  where id = any (select id from charge where taken_cents is not null);

alter table shipment_label add column requests integer not null default 0;
update shipment_label set requests = asked where asked > 0;
alter table return_label add column requests integer not null default 0;
update return_label set requests = asked where asked > 0;

alter table review_request add column requested_at timestamptz, alter column asked_at drop not null;
update review_request set requested_at = asked_at;
alter table tax_reporting add column requested_at timestamptz;
update tax_reporting set requested_at = asked_at where asked_at is not null;

-- Arguments: pairs of a former column and its present name. Whichever of the two a statement changed is copied to the other.
create function keep_former_columns() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
begin
  for at in 0 .. tg_nargs / 2 - 1 loop
    if changed -> tg_argv[2 * at + 1] is distinct from coalesce(before -> tg_argv[2 * at + 1], 'null') then
      changed := jsonb_set(changed, array[tg_argv[2 * at]], changed -> tg_argv[2 * at + 1]);
    elsif changed -> tg_argv[2 * at] is distinct from coalesce(before -> tg_argv[2 * at], 'null') then
      changed := jsonb_set(changed, array[tg_argv[2 * at + 1]], changed -> tg_argv[2 * at]);
    end if;
  end loop;
  return jsonb_populate_record(new, changed);
end $$;
create trigger charge_former_columns
  before update of taken_cents, taken_currency, captured_cents, captured_currency on charge
  for each row execute function keep_former_columns('taken_cents', 'captured_cents', 'taken_currency', 'captured_currency');
create trigger review_request_former_columns before insert on review_request
  for each row execute function keep_former_columns('asked_at', 'requested_at');
create trigger tax_reporting_former_columns before update of asked_at, requested_at on tax_reporting
  for each row execute function keep_former_columns('asked_at', 'requested_at');
