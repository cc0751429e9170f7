-- What is made to order ships within a range of days: `ship_on` is its first, this its last. Null, as processes of the version
-- before write it, is the first day too.
alter table "order" add column ship_until date check (ship_until >= ship_on);
