-- Something of an order that is sent again free of charge: it is no part of what was ordered, and every piece of that is in
-- exactly one other shipment.
alter table shipment add column is_reship boolean not null default false;
create index shipment_reship_to_ship on shipment (created_at) where is_reship and state in ('pending', 'on-hold', 'packed');
