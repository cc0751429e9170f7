-- When the subscriptions of a card request were given the card. The job after the request leaves those alone: a later
-- choice of the member may have followed.
alter table card_request add column applied_at timestamptz;
update card_request set applied_at = created_at where payment_method_id is not null;
