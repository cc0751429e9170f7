-- What is made to order ships within a range of days: `ship_on` is its first, this its last.
alter table "order" add column ship_until date check (ship_until >= ship_on);
update "order" set ship_until = ship_on where ship_on is not null;
alter table "order" add check ((ship_on is null) = (ship_until is null));
