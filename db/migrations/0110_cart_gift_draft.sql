-- What was typed about the gift and not sent by Continue yet, right or wrong; gone with the gift or once all of it is kept.
alter table cart add column gift_draft jsonb;
