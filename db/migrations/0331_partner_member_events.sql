-- What an event says of a member: that there is one, and which groups they allow. No name, no address, no answers.
create view partner_event_member as
  select id, created_at, case when erased_at is null then 'active' else 'erased' end as state from account;
create view partner_event_consent as
  select account_id as id, active_groups, chosen_at from current_consent;
