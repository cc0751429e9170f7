-- Processes with a number. One whose advisory lock is missing may only have lost its connection: it counts as ended once the
-- lock has been missing for a while. One that ends properly takes its row away and counts as ended at once.
create table shop_process (
  number integer primary key,
  -- The data folder that it holds, and the start that took the folder; the next start there knows that it has ended.
  folder text,
  start text,
  missing_since timestamptz
);
