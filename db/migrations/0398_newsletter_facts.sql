-- What segments ask of a subscriber. A column that a segment does not name is not read.
create view newsletter_fact as
select
  subscriber.id,
  subscriber.email,
  subscriber.state,
  subscriber.country,
  -- the proof of consent, when it is the last thing that the owner of the address did
  (
    select case when proof.action in ('joined', 'confirmed') then proof.at end
    from newsletter_consent as proof
    where proof.subscriber_id = subscriber.id and proof.action <> 'requested'
    order by proof.at desc limit 1
  ) as consented_at,
  (select suppression.reason from newsletter_suppression as suppression where suppression.email = subscriber.email)
    as suppressed_for,
  account.id as account_id,
  (
    select bought.currency from "order" as bought
    where bought.account_id = account.id order by bought.placed_at desc limit 1
  ) as currency,
  (
    select bought.placed_at from "order" as bought
    where bought.account_id = account.id order by bought.placed_at desc limit 1
  ) as last_order_at,
  (
    select coalesce(array_agg(distinct line.product), '{}') from order_line as line where line.account_id = account.id
  ) as products,
  (
    select coalesce(array_agg(distinct own.plan_code || ' ' || own.state), '{}')
    from subscription as own where own.account_id = account.id
  ) as subscriptions,
  (
    select max(open.updated_at) from cart as open
    where open.account_id = account.id and open.ordered_at is null and open.items <> '{}'
  ) as cart_at
from newsletter_subscriber as subscriber
left join account on account.email = subscriber.email and account.erased_at is null;

-- Purchases within seven days of a click, each once for a campaign.
create view newsletter_campaign_order as
select
  click.campaign_id,
  bought.id as order_id,
  bought.number,
  bought.currency,
  bought.total_cents,
  bought.placed_at,
  min(click.at) as clicked_at
from newsletter_click as click
join newsletter_subscriber as subscriber on subscriber.id = click.subscriber_id
join account on account.email = subscriber.email
join "order" as bought
  on bought.account_id = account.id
  and bought.kind = 'purchase'
  and bought.canceled_at is null
  and bought.placed_at >= click.at
  and bought.placed_at < click.at + interval '7 days'
group by click.campaign_id, bought.id;

-- Copies with their readers, for the lists behind the numbers.
create view newsletter_copy_row as
select
  copy.campaign_id,
  copy.subscriber_id,
  subscriber.email,
  copy.state,
  copy.reason,
  copy.at,
  copy.bounced_at,
  copy.complained_at,
  copy.unsubscribed_at,
  (
    select min(click.at) from newsletter_click as click
    where click.campaign_id = copy.campaign_id and click.subscriber_id = copy.subscriber_id
  ) as clicked_at
from newsletter_copy as copy
join newsletter_subscriber as subscriber on subscriber.id = copy.subscriber_id;
