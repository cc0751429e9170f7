-- A session with its member's e-mail: what every request of a member asks, in one look-up.
create view session_member as
  select session.id, session.account_id, session.token_hash, session.last_seen_at, session.expires_at,
    session.revoked_at, account.email
  from session join account on account.id = session.account_id;
