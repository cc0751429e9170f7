-- The language of the page on which an address was entered or a message was written; null from before.
alter table newsletter_subscriber add column locale text;
alter table contact_message add column locale text;
