-- Which mails about an order the mail server took, when, and to whom.
create table order_mail (
  -- The Message-ID header: a job that is done again sends the same one.
  message_id text primary key,
  order_id uuid not null references "order",
  -- The buyer's, also of a mail to the recipient of a gift.
  account_id uuid not null references account,
  kind text not null,
  is_to_recipient boolean not null,
  -- The buyer's address; empty for the recipient of a gift, and once the account is deleted.
  sent_to text not null,
  -- Empty for mails of gifts, which name the other person, and once the account is deleted.
  subject text not null,
  sent_at timestamptz not null
);

create index order_mail_of_account on order_mail (account_id, order_id, sent_at);
create index order_mail_sent on order_mail (sent_at);
