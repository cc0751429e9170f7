-- A changed split begins a new phase; who met an earlier one keeps the variant and is not counted in the new one.
alter table experiment_exposure add column phase integer not null default 1;
create index experiment_exposure_of_experiment on experiment_exposure (experiment);

-- Visitors who allow analytics, by the id of the consent of their browser, and the account that it was found to be.
create table experiment_visitor (
  experiment text not null,
  visitor_id uuid not null,
  variant text not null,
  phase integer not null,
  first_at timestamptz not null,
  account_id uuid references account (id),
  primary key (experiment, visitor_id)
);
create index experiment_visitor_of_account on experiment_visitor (account_id) where account_id is not null;
create index experiment_visitor_of_visitor on experiment_visitor (visitor_id);

create view experiment_subscriber as
  select account_id from subscription where state in ('active', 'paused', 'future');

create view experiment_account as
  select count(*)::integer as accounts from account where erased_at is null and access_ended_at is null;

-- Everybody who met an experiment, once: the variant that they met first. Several browsers of an account are one person.
create view experiment_person as
  with met as (
    select experiment, account_id::text as person, account_id, variant, phase, first_at from experiment_exposure
    union all
    select experiment, coalesce(account_id, visitor_id)::text, account_id, variant, phase, first_at
    from experiment_visitor
  )
  select met.experiment, met.person, met.account_id,
    (array_agg(met.variant order by met.first_at))[1] as variant,
    (array_agg(met.phase order by met.first_at))[1] as phase,
    min(met.first_at) as met_at,
    count(distinct met.variant) > 1 as is_mixed,
    -- They refused analytics, or took their consent back.
    exists (
      select from current_consent consent
      where consent.account_id = met.account_id and position('C0002' in consent.active_groups) = 0
    ) as has_refused
  from met
  group by met.experiment, met.person, met.account_id;

-- What a metric counts, by whose it is and when it happened; a currency where it is money.
create view experiment_event as
  select 'orders' as metric, account_id, placed_at as at, 1::bigint as value, null::text as currency
  from "order" where kind <> 'renewal'
  union all
  select 'revenue', account_id, placed_at, (subtotal_cents - discount_cents)::bigint, currency from "order"
  union all
  select 'subscriptions', o.account_id, o.placed_at, 1, null
  from "order" o join subscription on subscription.order_id = o.id
  union all
  -- Who leaves in the end has not stayed, whatever came before.
  select 'stayed', account_id, at, case outcome when 'stayed' then 1 else -1000 end, null from retention_outcome
  union all
  select 'checkout-errors', account.id, checkout.created_at, 1, null
  from account join checkout on checkout.email = account.email where checkout.state = 'declined'
  union all
  select 'refunds', o.account_id, refund.requested_at, 1, null
  from "order" o join refund on refund.order_id = o.id
  union all
  select 'cancels', account_id, canceled_at, 1, null from subscription where canceled_at is not null;
