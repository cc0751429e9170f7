-- No mailbox gets letters before its owner confirmed it (decision 066). Addresses that were entered where one entry was
-- enough are asked again when somebody enters them.
update newsletter_subscriber set state = 'asked'
where state = 'subscribed' and not exists (
  select from newsletter_consent where subscriber_id = newsletter_subscriber.id and act = 'confirmed'
);
