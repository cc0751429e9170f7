-- A password that a new buyer chose on the thank-you page. It counts only together with the mailed link of the account, opened in the
-- browser of that purchase.
create table password_choice (
  purchase_id uuid primary key,
  account_id uuid not null references account (id),
  password_hash text not null,
  chosen_at timestamptz not null
);

create index password_choice_account on password_choice (account_id);
create index password_choice_chosen on password_choice (chosen_at);
