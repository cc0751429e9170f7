-- Where a typed-in card came from: a keyed hash of the buyer's network. Null for charges that nobody typed a card for. What
-- programs try of stolen cards is counted here, because a charge outlives every crash.
alter table charge add column origin text;
create index charge_of_origin on charge (origin, created_at) where origin is not null;
create index charge_declined_lately on charge (created_at) where origin is not null and state = 'declined';
-- The request that a check was used for: the same request sent again brings the same check.
alter table recovery_check add column used_for text;
