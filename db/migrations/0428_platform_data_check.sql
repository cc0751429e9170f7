-- Until when the data was found consistent: what changed since then is checked next time.
create table data_check (
  id smallint primary key default 1 check (id = 1),
  checked_until timestamptz
);
insert into data_check default values;

-- locks charge: all of these are made by hand before on a large shop, with "create index concurrently if not exists" and these names.
-- locks checkout: as above
-- locks billing_cycle: as above
-- locks cart: as above
-- locks shipment: as above
-- What changed lately is found without a look at all rows. Rows come in the order of time, so that these are small and cost a write nearly nothing.
create index if not exists charge_by_settled on charge using brin (settled_at);
create index if not exists refund_by_settled on refund using brin (settled_at);
create index if not exists checkout_by_created on checkout using brin (created_at);
create index if not exists coupon_redemption_by_created on coupon_redemption using brin (created_at);
create index if not exists billing_cycle_by_settled on billing_cycle using brin (settled_at);
create index if not exists dunning_case_by_settled on dunning_case using brin (settled_at);
create index if not exists subscription_change_by_time on subscription_change using brin (at);
create index if not exists credit_use_by_reserved on credit_use using brin (reserved_at);
create index if not exists credit_use_by_settled on credit_use using brin (settled_at);
create index if not exists credit_grant_by_time on credit_grant using brin (given_at);
create index if not exists balance_entry_by_posted on balance_entry using brin (posted_at);
create index if not exists address_by_created on address using brin (created_at);
create index if not exists cart_by_updated on cart using brin (updated_at);
create index if not exists shipment_by_created on shipment using brin (created_at);
create index if not exists shipment_event_by_recorded on shipment_event using brin (recorded_at);
