-- When the tax service was last sent an order and gave no answer; null while it never did so. Such an order waits for its next turn
-- and keeps no other one waiting.
alter table tax_reporting add column asked_at timestamptz;
