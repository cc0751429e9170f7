-- Until when the data was found consistent: what changed since then is checked next time.
create table data_check (
  id smallint primary key default 1 check (id = 1),
  checked_until timestamptz
);
insert into data_check default values;

-- What changed lately is found without a look at all rows. Rows come in the order of time, so that these are small and cost a write nearly nothing.
create index charge_by_settled on charge using brin (settled_at);
create index refund_by_settled on refund using brin (settled_at);
create index checkout_by_created on checkout using brin (created_at);
create index coupon_redemption_by_created on coupon_redemption using brin (created_at);
create index billing_cycle_by_settled on billing_cycle using brin (settled_at);
create index dunning_case_by_settled on dunning_case using brin (settled_at);
create index subscription_change_by_time on subscription_change using brin (at);
create index credit_use_by_reserved on credit_use using brin (reserved_at);
create index credit_use_by_settled on credit_use using brin (settled_at);
create index credit_grant_by_time on credit_grant using brin (given_at);
create index balance_entry_by_posted on balance_entry using brin (posted_at);
create index address_by_created on address using brin (created_at);
create index cart_by_updated on cart using brin (updated_at);
create index shipment_by_created on shipment using brin (created_at);
create index shipment_event_by_recorded on shipment_event using brin (recorded_at);
