-- What a person chose last, as far as it is known whose choice it was: taken over from the browser's proof at sign-in, at
-- the purchase that opens the account, and with each choice of a signed-in member. It decides what the shop reports of
-- them when they are not there, such as a renewal. Goes with the account.
create table consent_standing (
  account_id uuid primary key references account (id),
  -- the browser that the choice was made in; a later choice there counts as well
  visit_id uuid not null,
  active_groups text not null,
  chosen_at timestamptz not null
);
create index consent_standing_of_visit on consent_standing (visit_id);
