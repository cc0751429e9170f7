-- Answers to surveys reveal health: they stay in these two tables, stand in the member's data file and go with the account.
create table survey_attempt (
  id uuid primary key,
  account_id uuid not null references account (id),
  survey text not null,
  started_at timestamptz not null,
  -- set once, whatever is answered later
  completed_at timestamptz,
  unique (account_id, survey)
);

create table survey_answer (
  attempt_id uuid not null references survey_attempt (id) on delete cascade,
  account_id uuid not null,
  question_id text not null,
  -- question and options as they read when they were answered
  question text not null,
  options jsonb not null,
  answer_text text not null,
  answered_at timestamptz not null,
  primary key (attempt_id, question_id)
);
create index survey_answer_of_account on survey_answer (account_id);
