-- Checks that a person asks for a link (ruling 19), each used once; kept as long as a check can be sent at all.
create table recovery_check (
  check_key bytea primary key,
  used_at timestamptz not null
);
create index recovery_check_used on recovery_check (used_at);
