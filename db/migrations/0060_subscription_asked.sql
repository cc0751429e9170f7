-- A cycle is opened in a batch and asked for one by one: until then a change of the member withdraws it.
alter table billing_cycle
  -- committed before the processor is asked; null while nobody was asked
  add column asked_at timestamptz,
  -- of the subscription as it was priced; another one is priced again
  add column priced_version integer,
  -- when the subscription was due: what a withdrawn cycle goes back to
  add column attempt_on date,
  -- the change whose member wants the order of a charge under way canceled and its money back
  add column taken_back_by uuid;

-- Whether older ones were asked for nobody knows, so they were.
update billing_cycle set asked_at = opened_at where state in ('charging', 'unknown');

-- The cycle that was being charged when the change was made.
alter table subscription_change add column cycle_in_hand uuid;
