-- Codes that were typed beside the promo code and go together with it, in the order in which they were typed.
alter table cart add column further_codes text[] not null default '{}';
