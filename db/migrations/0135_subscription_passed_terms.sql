-- A change that is made while an order is being charged takes its subscription past that order: the terms before and after it,
-- for the case that the payment fails. Null while no such change was made.
alter table billing_cycle add column passed_terms jsonb;
