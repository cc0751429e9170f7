-- Standard names: the status history of a subscription, price increases, a charge that is in flight.
alter table subscription_standing rename to subscription_status;
alter table subscription_status rename constraint subscription_standing_pkey to subscription_status_pkey;
alter table subscription_status
  rename constraint subscription_standing_subscription_id_fkey to subscription_status_subscription_id_fkey;

alter table price_rise rename to price_increase;
alter table price_increase rename constraint price_rise_pkey to price_increase_pkey;
alter table price_increase rename constraint price_rise_number_key to price_increase_number_key;
alter table price_increase rename constraint price_rise_plan_code_fkey to price_increase_plan_code_fkey;
alter table price_increase rename constraint price_rise_price_cents_check to price_increase_price_cents_check;
alter sequence price_rise_number_seq rename to price_increase_number_seq;
alter index price_rise_of_day rename to price_increase_of_day;
alter index price_rise_of_plan rename to price_increase_of_plan;
alter index price_rise_to_queue rename to price_increase_to_queue;

alter table subscription_notice rename column price_rise_id to price_increase_id;
alter table subscription_notice
  rename constraint subscription_notice_price_rise_id_fkey to subscription_notice_price_increase_id_fkey;
alter table subscription_notice drop constraint subscription_notice_kind_check;
drop index subscription_notice_of_rises;
update subscription_notice
set kind = case kind when 'price-rise' then 'price-increase' else 'price-unchanged' end
where kind in ('price-rise', 'price-stays');
alter table subscription_notice add constraint subscription_notice_kind_check check (kind in (
  'renewal', 'reminder', 'regular', 'price-increase', 'price-unchanged', 'promotion-end', 'card-expiry'
));
create index subscription_notice_of_increases on subscription_notice (subscription_id)
  where kind = 'price-increase';

alter table billing_cycle rename column asked_at to requested_at;
alter table billing_cycle rename column asked_attempts to requested_attempts;
alter table billing_cycle rename column taken_back_by to order_canceled_by;
alter table subscription_change rename column cycle_in_hand to cycle_in_flight;
alter table dunning_attempt rename column asked_by to requested_by;
alter table dunning_attempt rename constraint dunning_attempt_asked_by_check to dunning_attempt_requested_by_check;
alter index renewal_run_entry_let_pass rename to renewal_run_entry_skipped;
update renewal_run_entry set reason = 'charge-in-flight' where reason = 'charge-in-hand';

-- The shop's own promises, by the rules that a notice was made by.
update subscription_notice
set rules = replace(replace(rules::text, '"house-price-stays"', '"shop-price-unchanged"'), '"house-', '"shop-')::jsonb
where rules::text like '%"house-%';
