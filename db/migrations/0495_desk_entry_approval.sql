-- A change of the catalogue that marketing prepared waits for somebody who may publish it.
alter table desk_approval drop constraint desk_approval_kind_check;
alter table desk_approval add constraint desk_approval_kind_check
  check (kind in (
    'refund', 'return-receipt', 'tracking-import', 'hold-orders', 'release-orders', 'batch-orders', 'price-increase',
    'flag-rollout', 'page', 'newsletter', 'places', 'catalogue-entry'
  ));
