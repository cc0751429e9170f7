-- The language of a member's mails, and of what visitors ordered. Null: nobody has said one, so it is the first of the shop.
alter table account add column locale text;
alter table registration add column locale text;
alter table "order" add column locale text;
