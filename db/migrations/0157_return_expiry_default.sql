-- Processes of the release before ask for returns without this day: it is the one that they would be given.
alter table order_return alter column expires_on set default (current_date + 30);
