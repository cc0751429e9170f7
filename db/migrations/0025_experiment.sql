-- Where a member's variant was said from outside; in every other case it follows from the account's id.
create table experiment_choice (
  account_id uuid not null references account (id),
  experiment text not null,
  variant text not null,
  chosen_at timestamptz not null,
  primary key (account_id, experiment)
);

-- Who has seen which variant first, and when: what an experiment is read from.
create table experiment_exposure (
  account_id uuid not null references account (id),
  experiment text not null,
  variant text not null,
  first_at timestamptz not null,
  primary key (account_id, experiment, variant)
);
