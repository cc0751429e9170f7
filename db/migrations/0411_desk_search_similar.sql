-- Members whose name or email is spelled almost like what was typed, or has it in the middle. Without a list of pending entries: a search
-- would go through it, and whoever filled it would wait.
create extension if not exists pg_trgm;

create index account_similar on account using gin (
  lower(last_name) gin_trgm_ops, lower(first_name) gin_trgm_ops, split_part(email, '@', 1) gin_trgm_ops
) with (fastupdate = off) where erased_at is null;
