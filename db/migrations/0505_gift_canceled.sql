-- Gifts that were canceled, or fully refunded, before anybody claimed them, and since when: whom they were for is erased some time later.
create view canceled_gift as
  select gift.id, coalesce(bought.canceled_at, bought.refunded_at) as canceled_at
  from gift join "order" bought on bought.id = gift.order_id
  where gift.claimed_at is null and gift.recipient_email <> ''
    and (bought.canceled_at is not null or (bought.refunded_at is not null and bought.refunded_cents >= bought.total_cents));
