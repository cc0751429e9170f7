-- All of its money is going back: the parcel does not leave, unless the processor refuses the refund.
alter table "order" add column is_held boolean not null default false;
