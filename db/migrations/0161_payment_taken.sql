-- What the processor took when it is not what was asked for: such a charge stays open until an operator has given it back there.
alter table charge
  add column taken_cents bigint,
  add column taken_currency text,
  add check ((taken_cents is null) = (taken_currency is null));
create index charge_other_sum on charge (created_at) where taken_cents is not null and settled_at is null;
