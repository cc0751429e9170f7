-- A card that the member chose while this subscription was being charged by another one, with the request that chose it. It
-- takes over in the transaction that ends the charge, so both columns are set only while a charge is under way.
alter table subscription
  add column waiting_card_id uuid references payment_method (id),
  add column waiting_card_request text,
  add constraint waiting_card_of_request check ((waiting_card_id is null) = (waiting_card_request is null));
