-- How often something was done in a window of time, shared by all processes. The key is a keyed hash of what is counted,
-- so no address and no e-mail stands here. Unlogged: counters lost in a crash of the database start from zero.
create unlogged table rate_counter (
  key text primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 70);
