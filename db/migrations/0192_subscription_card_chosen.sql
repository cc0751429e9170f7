-- When the member asked for the card of a subscription, and for the one that waits for a charge: an answer about a card that was
-- asked for earlier does not replace it. Null for a card that a release before this one assigned.
alter table subscription
  add column card_chosen_at timestamptz,
  add column waiting_card_chosen_at timestamptz;
