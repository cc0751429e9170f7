-- A price increase is for the subscriptions of one currency.
alter table price_increase add column currency text not null default 'USD';
drop index price_increase_of_day;
create unique index price_increase_of_day on price_increase (plan_code, currency, effective_on) where undone_at is null;
