-- Who of staff made a change for the member, and the reason that the member reads; null for changes of members and of
-- the shop. Both go with the account.
alter table subscription_change
  add column staff_name text,
  add column staff_reason text,
  add constraint subscription_change_staff_says_why check ((staff_name is null) = (staff_reason is null));
