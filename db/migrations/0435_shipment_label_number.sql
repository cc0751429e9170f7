-- The number of a label stays with it when the shipment gets the number of another carrier: reports about it are known.
alter table shipment_label add column tracking text;
update shipment_label label set tracking = shipment.tracking
  from shipment where shipment.id = label.shipment_id and shipment.carrier = label.carrier;
create index shipment_label_tracking on shipment_label (carrier, tracking) where tracking is not null;
