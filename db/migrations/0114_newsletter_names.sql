-- Standard names: a newsletter issue and its recipients, a subscriber who has not confirmed yet is `pending`.
alter table newsletter_letter rename to newsletter_issue;
alter table newsletter_issue rename constraint newsletter_letter_pkey to newsletter_issue_pkey;
alter table newsletter_issue rename constraint newsletter_letter_fingerprint_key to newsletter_issue_fingerprint_key;

alter table newsletter_copy rename to newsletter_recipient;
alter table newsletter_recipient rename column letter_id to issue_id;
alter table newsletter_recipient rename constraint newsletter_copy_pkey to newsletter_recipient_pkey;
alter table newsletter_recipient
  rename constraint newsletter_copy_letter_id_fkey to newsletter_recipient_issue_id_fkey;
alter table newsletter_recipient
  rename constraint newsletter_copy_subscriber_id_fkey to newsletter_recipient_subscriber_id_fkey;
alter index newsletter_copy_of_subscriber rename to newsletter_recipient_of_subscriber;
alter table newsletter_recipient drop constraint newsletter_copy_state_check;
update newsletter_recipient set state = 'unsubscribed' where state = 'left';
alter table newsletter_recipient add constraint newsletter_recipient_state_check
  check (state in ('waiting', 'sent', 'refused', 'unsubscribed'));

alter table newsletter_subscriber rename column asked_at to requested_at;
alter table newsletter_subscriber drop constraint newsletter_subscriber_state_check;
update newsletter_subscriber set state = 'pending' where state = 'asked';
alter table newsletter_subscriber add constraint newsletter_subscriber_state_check
  check (state in ('pending', 'subscribed', 'unsubscribed'));

alter table newsletter_consent rename column act to action;
alter table newsletter_consent rename column said to statement;
alter table newsletter_consent drop constraint newsletter_consent_act_check;
update newsletter_consent set action = case action when 'asked' then 'requested' else 'unsubscribed' end
where action in ('asked', 'left');
alter table newsletter_consent add constraint newsletter_consent_action_check
  check (action in ('requested', 'joined', 'confirmed', 'unsubscribed'));

alter index cart_left rename to cart_abandoned;
