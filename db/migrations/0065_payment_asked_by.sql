-- Numbers of processes. A process holds an advisory lock on its number for as long as it lives.
create sequence process_number as integer cycle;

-- The process that asks the processor for it at this moment; null when nobody does.
alter table charge add column asked_by integer;
create index charge_asked on charge (asked_by) where asked_by is not null and settled_at is null;
alter table refund add column asked_by integer;
create index refund_asked on refund (asked_by) where asked_by is not null and settled_at is null;
