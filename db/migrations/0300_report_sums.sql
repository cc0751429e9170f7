-- Sums of days that are over. They can be made again from the rows at any time, and name nobody.

-- How far they are made.
create table report_closing (
  id smallint primary key default 1 check (id = 1),
  -- the last day that has its sums; null for none
  through date,
  -- the last day that is over: what is written for it from now on is noted as late
  announced date,
  -- its end, and the time zone of days
  ends_at timestamptz,
  time_zone text,
  -- a transaction that began after the announcement: transactions that do not know of it are older
  transaction bigint
);
insert into report_closing default values;

-- Written for a day that is over, so that its sums are made again. Not unique: nobody waits for somebody else's note.
create table report_late_day (
  id bigint generated always as identity primary key,
  part text not null check (part in ('ledger', 'subscriptions', 'dunning', 'coupons')),
  day date not null
);

create table report_ledger_day (
  day date not null,
  currency text not null,
  account text not null,
  fact text not null,
  -- '' where it would name a member
  detail text not null,
  -- debits positive
  cents bigint not null,
  postings integer not null,
  primary key (day, currency, account, fact, detail)
);

create table report_order_day (
  day date not null,
  currency text not null,
  -- a kind of order, or 'refund'
  kind text not null,
  times integer not null,
  cents bigint not null,
  primary key (day, currency, kind)
);

create table report_subscription_day (
  day date not null,
  currency text not null,
  -- the first day of the month in which they started
  cohort date not null,
  kind text not null,
  subscriptions integer not null,
  -- of monthly recurring revenue
  cents bigint not null,
  -- how many more are live
  live integer not null,
  primary key (day, currency, cohort, kind)
);

create table report_dunning_day (
  -- on which they were opened
  day date not null,
  currency text not null,
  outcome text not null,
  cases integer not null,
  cents bigint not null,
  primary key (day, currency, outcome)
);

create table report_coupon_day (
  day date not null,
  -- a code, or the beginning of the codes of a batch
  code text not null,
  uses integer not null,
  primary key (day, code)
);

create index subscription_status_by_time on subscription_status (at);
create index dunning_case_by_time on dunning_case (opened_at);
create index coupon_redemption_by_time on coupon_redemption (created_at) where state = 'committed';

-- A code of a batch is given to one person: it counts with the others of its batch.
create view report_coupon_code as
  select coupon.code, coalesce(batch.prefix || '…', coupon.code) as label
  from coupon left join coupon_batch batch on batch.id = coupon.batch_id;

create view report_posting as
  select j.posted_on, p.currency, p.account, j.fact, p.cents,
    case p.account
      when 'member-credit' then ''
      when 'discounts' then coalesce((select label from report_coupon_code where code = p.detail), p.detail)
      else p.detail
    end as detail
  from ledger_journal j join ledger_posting p on p.journal_id = j.id;

create view report_order as
  select id, number, placed_at, currency, kind, total_cents as cents from "order";

-- Refunds as they were settled: to the card and as credit.
create view report_refund as
  select j.id, j.posted_on, j.posted_at, p.currency, -sum(p.cents)::bigint as cents,
    (select number from "order" where "order".id = j.order_id) as number
  from ledger_journal j join ledger_posting p on p.journal_id = j.id
  where j.fact = 'refund-settled' and p.account in ('receivable', 'member-credit')
  group by j.id, p.currency;

create function report_monthly_cents(state text, unit_price_cents integer, quantity integer, interval_months integer)
returns bigint language sql immutable as $$
  select case when state = 'active'
    then round((unit_price_cents::bigint * quantity)::numeric / interval_months)::bigint else 0 end
$$;

-- What each status changed, from the last one of the moment before to the last one of its own.
create view report_movement as
  select status.subscription_id, status.at, subscription.currency, subscription.account_id, started.at as started_at,
    case
      when earlier.state is null then 'new'
      when earlier.begun and status.state not in ('active', 'paused') then 'churn'
      when not earlier.begun and status.state in ('active', 'paused') then 'reactivation'
      when own.cents > earlier.cents then 'expansion'
      when own.cents < earlier.cents then 'contraction'
      else 'none'
    end as kind,
    own.cents - coalesce(earlier.cents, 0) as cents,
    (status.state in ('active', 'future', 'paused'))::int
      - coalesce(earlier.state in ('active', 'future', 'paused'), false)::int as live,
    status.state
  from subscription_status status
  join subscription on subscription.id = status.subscription_id
  cross join lateral (
    select report_monthly_cents(status.state, status.unit_price_cents, status.quantity, status.interval_months) as cents
  ) own
  cross join lateral (
    select first.at from subscription_status first
    where first.subscription_id = status.subscription_id order by first.version limit 1
  ) started
  left join lateral (
    select e.state, e.state in ('active', 'paused') as begun,
      report_monthly_cents(e.state, e.unit_price_cents, e.quantity, e.interval_months) as cents
    from subscription_status e
    where e.subscription_id = status.subscription_id and e.version < status.version and e.at <> status.at
    order by e.version desc limit 1
  ) earlier on true
  where status.at is distinct from (
    select later.at from subscription_status later
    where later.subscription_id = status.subscription_id and later.version > status.version
    order by later.version limit 1
  );

-- Declined renewals with what has become of them; the sum is that of the last charge.
create view report_dunning_case as
  select c.id, c.subscription_id, c.account_id, c.opened_at, subscription.currency, coalesce(last.amount_cents, 0) as cents,
    case c.state when 'recovered' then 'recovered-' || coalesce(last.requested_by, 'member') else c.state end as outcome
  from dunning_case c
  join subscription on subscription.id = c.subscription_id
  left join lateral (
    select charge.amount_cents, attempt.requested_by
    from dunning_attempt attempt join charge on charge.id = attempt.charge_id
    where attempt.case_id = c.id
    order by (attempt.outcome = 'succeeded') desc, attempt.at desc, attempt.id desc limit 1
  ) last on true;

create view report_coupon_use as
  select r.id, r.created_at, coalesce(c.label, r.coupon_code) as code
  from coupon_redemption r left join report_coupon_code c on c.code = r.coupon_code
  where r.state = 'committed';

-- The next orders of subscriptions as they are now, and what each takes from stock.
create view report_coming_order as
  select plan.stock_product as product, plan.stock_quantity * s.quantity as units,
    (s.next_order_on + make_interval(months => s.interval_months * later.orders))::date as due_on
  from subscription s
  join plan on plan.code = s.plan_code
  cross join generate_series(0, 3) later(orders)
  where s.state in ('active', 'future') and s.next_order_on is not null
    and (s.remaining_orders is null or later.orders < s.remaining_orders);

-- Whoever writes for a day that is over says so in the same transaction. Each reads how far days are announced after it
-- has written, so that either it sees the announcement, or the sums are made after it has ended.
create function report_note_postings() returns trigger language plpgsql as $$
begin
  insert into report_late_day (part, day)
  select distinct 'ledger', entry.posted_on
  from written entry join report_closing closing on entry.posted_on <= closing.announced;
  return null;
end $$;
create trigger ledger_journal_late after insert on ledger_journal
  referencing new table as written for each statement execute function report_note_postings();

create function report_note_statuses() returns trigger language plpgsql as $$
begin
  insert into report_late_day (part, day)
  select distinct 'subscriptions', (entry.at at time zone closing.time_zone)::date
  from written entry join report_closing closing on entry.at < closing.ends_at;
  return null;
end $$;
create trigger subscription_status_late after insert on subscription_status
  referencing new table as written for each statement execute function report_note_statuses();

create function report_note_cases() returns trigger language plpgsql as $$
begin
  insert into report_late_day (part, day)
  select distinct 'dunning', (entry.opened_at at time zone closing.time_zone)::date
  from written entry join report_closing closing on entry.opened_at < closing.ends_at;
  return null;
end $$;
create trigger dunning_case_late after insert on dunning_case
  referencing new table as written for each statement execute function report_note_cases();
create trigger dunning_case_changed after update on dunning_case
  referencing new table as written for each statement execute function report_note_cases();

create function report_note_uses() returns trigger language plpgsql as $$
begin
  insert into report_late_day (part, day)
  select distinct 'coupons', (entry.created_at at time zone closing.time_zone)::date
  from written entry join report_closing closing on entry.created_at < closing.ends_at;
  return null;
end $$;
create trigger coupon_redemption_late after insert on coupon_redemption
  referencing new table as written for each statement execute function report_note_uses();
create trigger coupon_redemption_changed after update on coupon_redemption
  referencing new table as written for each statement execute function report_note_uses();
