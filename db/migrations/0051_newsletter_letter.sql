-- A letter to everybody who is subscribed, as an operator wrote it. The same text is the same letter.
create table newsletter_letter (
  id uuid primary key,
  -- SHA-256 of the file
  fingerprint text not null unique,
  subject text not null,
  content jsonb not null,
  written_at timestamptz not null
);
-- One copy for each subscriber, and what became of it.
create table newsletter_copy (
  letter_id uuid not null references newsletter_letter (id),
  subscriber_id uuid not null references newsletter_subscriber (id),
  -- `left`: unsubscribed before it went out; `refused`: the mail server does not take it for this address
  state text not null check (state in ('waiting', 'sent', 'refused', 'left')),
  at timestamptz not null,
  primary key (letter_id, subscriber_id)
);
create index newsletter_copy_of_subscriber on newsletter_copy (subscriber_id);
