-- The account that was signed in, or whose link was opened, when a card was typed in: its declined cards are counted together,
-- from whatever network they come. Null for visitors, whose email could be anybody's, and for every charge without a typed-in card.
alter table charge add column entered_by uuid;
create index charge_of_entering on charge (entered_by, created_at) where entered_by is not null;
