-- The code that a member gives to friends.
create table loyalty_code (
  account_id uuid primary key references account (id),
  code text not null unique,
  -- where in the shop the member asked for it
  traffic_source text not null,
  created_at timestamptz not null
);

-- Who came by whose code; decided once, when the friend first signs in.
create table loyalty_referral (
  friend_id uuid primary key references account (id),
  referrer_id uuid not null references account (id),
  claimed_at timestamptz not null,
  -- why it earns nothing; null while it may, or did
  refused text,
  earned_at timestamptz,
  -- the next day on which it is worth a look
  look_on date not null
);
create index loyalty_referral_of_referrer on loyalty_referral (referrer_id);
create index loyalty_referral_open on loyalty_referral (look_on) where refused is null and earned_at is null;
