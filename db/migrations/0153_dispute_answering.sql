-- Until when an operator's answer to a dispute is on its way: a second one is refused until then.
alter table dispute add column answering_until timestamptz;
