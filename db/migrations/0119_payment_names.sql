-- Standard names: which process requested a charge or a refund, and the refund that replaced a refused one.
alter table charge rename column asked_by to requested_by;
alter index charge_asked rename to charge_requested;
alter table refund rename column asked_by to requested_by;
alter table refund rename column asked_at to requested_at;
alter table refund rename column made_good_by to replaced_by;
alter table refund rename constraint refund_made_good_by_fkey to refund_replaced_by_fkey;
alter index refund_asked rename to refund_requested;
