-- Fees, taxes and zones that many pay wait for a second person.
alter table desk_approval drop constraint desk_approval_kind_check;
alter table desk_approval add constraint desk_approval_kind_check
  check (kind in (
    'refund', 'return-receipt', 'tracking-import', 'hold-orders', 'release-orders', 'batch-orders', 'price-increase',
    'flag-rollout', 'page', 'newsletter', 'places'
  ));

-- Whom a change of the places concerns: subscriptions by country and currency, and carts that are not ordered yet.
create view desk_place_subscription as
  select address.country, subscription.currency, count(*)::integer as count
  from subscription join address on address.id = subscription.address_id
  where subscription.state in ('active', 'future', 'paused')
  group by address.country, subscription.currency;
create view desk_place_cart as
  select updated_at from cart where ordered_at is null and successor_id is null and items <> '{}'::jsonb;
