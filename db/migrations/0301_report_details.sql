-- The detail of a posting as it is: codes get the name of their batch after they are added up, and members none.
drop view report_posting;
create view report_posting as
  select j.posted_on, p.currency, p.account, j.fact, p.cents, p.detail
  from ledger_journal j join ledger_posting p on p.journal_id = j.id;
