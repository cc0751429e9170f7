-- A newsletter campaign for many people waits for a second person.
alter table desk_approval drop constraint desk_approval_kind_check;
alter table desk_approval add constraint desk_approval_kind_check
  check (kind in (
    'refund', 'return-receipt', 'tracking-import', 'hold-orders', 'release-orders', 'batch-orders', 'price-increase',
    'flag-rollout', 'page', 'newsletter'
  ));
