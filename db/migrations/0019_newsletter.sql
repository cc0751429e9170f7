create table newsletter_subscriber (
  id uuid primary key,
  email text not null unique,
  state text not null check (state in ('asked', 'subscribed', 'unsubscribed')),
  country text not null,
  -- when the last confirmation was asked for, or the address was entered
  asked_at timestamptz not null,
  changed_at timestamptz not null
);

-- Proof of consent: what was agreed to or taken back, when and from where. Rows are only added.
create table newsletter_consent (
  id uuid primary key,
  subscriber_id uuid not null references newsletter_subscriber (id),
  act text not null check (act in ('asked', 'joined', 'confirmed', 'left')),
  -- the sentence that stood at the form, word for word
  said text not null,
  page text not null,
  network text not null,
  user_agent text not null,
  country text not null,
  at timestamptz not null
);

create index newsletter_consent_of_subscriber on newsletter_consent (subscriber_id, at);
