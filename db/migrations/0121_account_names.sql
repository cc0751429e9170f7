-- Standard names for when something was requested and when it is checked next.
alter table email_change rename column asked_at to requested_at;
alter table loyalty_referral rename column look_on to next_check_on;
