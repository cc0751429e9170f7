-- A package whose refund is above the limit of who counted it waits for a second person too.
alter table desk_approval drop constraint desk_approval_kind_check;
alter table desk_approval drop constraint desk_approval_check2;
alter table desk_approval drop constraint desk_approval_check3;
alter table desk_approval
  add constraint desk_approval_kind_check check (kind in ('refund', 'return-receipt', 'tracking-import'));
alter table desk_approval add constraint desk_approval_of_order check (
  (kind in ('refund', 'return-receipt'))
    = (order_number is not null and cents is not null and currency is not null)
);
alter table desk_approval add constraint desk_approval_of_file
  check ((kind = 'tracking-import') = (shipments is not null));
