-- Versions of the catalogue are published at the desk too, and say by whom.
alter table catalogue_version drop constraint catalogue_version_kind_check;
alter table catalogue_version add constraint catalogue_version_kind_check
  check (kind in ('files', 'found', 'price', 'import', 'restore', 'desk'));
alter table catalogue_version add column staff_id uuid;
