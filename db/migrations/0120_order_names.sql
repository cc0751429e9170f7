-- Standard names: quantities of stock, the items of a shipment, orders that are in the ledger.
alter table plan rename column stock_units to stock_quantity;
alter table plan rename constraint plan_stock_units_check to plan_stock_quantity_check;
alter table order_line rename column units to stock_quantity;
alter table order_line rename constraint order_line_units to order_line_stock_quantity;

alter table delivery rename to shipment_item;
alter table shipment_item rename column units to quantity;
alter table shipment_item rename constraint delivery_pkey to shipment_item_pkey;
alter table shipment_item rename constraint delivery_check to shipment_item_ended;
alter table shipment_item rename constraint delivery_check1 to shipment_item_shipped;
alter table shipment_item rename constraint delivery_order_id_fkey to shipment_item_order_id_fkey;
alter table shipment_item rename constraint delivery_order_id_product_key to shipment_item_order_id_product_key;
alter table shipment_item rename constraint delivery_state_check to shipment_item_state_check;
alter table shipment_item rename constraint delivery_units_check to shipment_item_quantity_check;
alter index delivery_of_account rename to shipment_item_of_account;

alter table "order" rename column is_booked to is_in_ledger;
alter index order_to_book rename to order_to_record;
