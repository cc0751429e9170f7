-- data: the card was typed in wrong; authenticate: the bank wants its owner to confirm.
alter table charge drop constraint charge_decline_kind_check;
alter table charge add constraint charge_decline_kind_check
  check (decline_kind in ('soft', 'hard', 'expired', 'data', 'authenticate'));
alter table dunning_case drop constraint dunning_case_decline_kind_check;
alter table dunning_case add constraint dunning_case_decline_kind_check
  check (decline_kind in ('soft', 'hard', 'expired', 'data', 'authenticate'));
