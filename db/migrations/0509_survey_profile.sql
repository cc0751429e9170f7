-- Whether completing it completed the profile. Which survey does is data from now on, so that what counts is what it was then.
alter table survey_attempt add column completes_profile boolean;
update survey_attempt
set completes_profile = survey in ('onboarding', 'onboarding-vs01', 'onboarding-vsds', 'onboarding-pds')
where completed_at is not null;
