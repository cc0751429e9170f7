-- An order that a visitor placed with a member's e-mail: it is not shown in the account until its member confirms it.
alter table "order" add column unconfirmed boolean not null default false;
create index order_unconfirmed on "order" (account_id) where unconfirmed;
