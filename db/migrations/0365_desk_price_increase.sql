-- A price increase waits for a second person.
alter table desk_approval drop constraint desk_approval_kind_check;
alter table desk_approval add constraint desk_approval_kind_check
  check (kind in (
    'refund', 'return-receipt', 'tracking-import', 'hold-orders', 'release-orders', 'batch-orders', 'price-increase'
  ));
create index desk_approval_of_increases on desk_approval (requested_at desc) where kind = 'price-increase';

-- What became of an increase for each subscription that has its plan, or was notified of it.
create view desk_increase_member as
  select p.id as increase_id, coalesce(p.group_id, p.id) as group_id, p.plan_code, p.price_cents, p.currency,
    s.id as subscription_id, s.account_id, a.first_name, a.last_name, s.quantity, s.unit_price_cents,
    s.next_order_on, n.sent_at as notified_at, n.event_on as from_on,
    -- Its first order on or after the day could not be announced in time, so a later one is the first at the new price.
    n.event_on is not null and n.event_on >= p.effective_on + make_interval(months => s.interval_months) as is_late,
    case
      when s.plan_code <> p.plan_code or s.state not in ('active', 'paused', 'future') then 'ended'
      when s.agreed_after_increase >= p.number then 'agreed-later'
      when n.sent_at is not null and s.unit_price_cents >= p.price_cents then 'charged'
      when s.unit_price_cents >= p.price_cents then 'pays-as-much'
      when n.sent_at is not null and exists (
        select from billing_cycle c where c.subscription_id = s.id and c.state in ('charging', 'unknown')
          and c.due_on >= n.event_on) then 'charging'
      when p.undone_at is not null and n.sent_at is not null then 'kept'
      when p.undone_at is not null then 'not-notified'
      when n.sent_at is not null then 'notified'
      when n.id is not null then 'sending'
      when s.state = 'paused' and s.paused_until is null then 'no-order'
      else 'waiting'
    end as state
  from price_increase p
    cross join lateral (
      select live.id from subscription live
        where live.plan_code = p.plan_code and live.currency = p.currency and live.state in ('active', 'paused', 'future')
      union
      select notified.subscription_id from subscription_notice notified
        where notified.price_increase_id = p.id and notified.kind = 'price-increase'
    ) who
    join subscription s on s.id = who.id
    join account a on a.id = s.account_id
    left join subscription_notice n
      on n.price_increase_id = p.id and n.subscription_id = s.id and n.kind = 'price-increase';
