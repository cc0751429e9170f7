-- Orders, cycles and the law keep the row; what is personal in it is blanked.
alter table account add column erased_at timestamptz;

-- Subscriptions and their history keep pointing at an address that its member took off the list.
alter table address add column removed_at timestamptz;

-- Only what a member changed; everything else is as the topic starts out.
create table mail_preference (
  account_id uuid not null references account (id),
  topic text not null,
  wanted boolean not null,
  changed_at timestamptz not null,
  primary key (account_id, topic)
);
