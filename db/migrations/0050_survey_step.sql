-- That a survey was begun or finished by somebody. Holds no answer and names nobody.
create table survey_step (
  id uuid primary key,
  survey text not null,
  step text not null check (step in ('started', 'finished')),
  at timestamptz not null
);
create index survey_step_by_time on survey_step (at);

insert into survey_step
select gen_random_uuid(), survey, 'started', started_at from survey_attempt
union all
select gen_random_uuid(), survey, 'finished', completed_at from survey_attempt where completed_at is not null;
