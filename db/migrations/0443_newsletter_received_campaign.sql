-- The campaigns that an address got, or was to get.
create view newsletter_received_campaign as
  select subscriber.email, copy.campaign_id, version.content ->> 'subject' as subject, copy.state, copy.at,
    (select count(*)::int from newsletter_click click
      where click.campaign_id = copy.campaign_id and click.subscriber_id = copy.subscriber_id) as clicks
  from newsletter_subscriber subscriber
  join newsletter_copy copy on copy.subscriber_id = subscriber.id
  join newsletter_campaign campaign on campaign.id = copy.campaign_id
  join newsletter_campaign_version version on version.campaign_id = campaign.id and version.number = campaign.sent_version;
