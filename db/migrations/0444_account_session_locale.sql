-- The language of mails with the session, so that the settings need no second look at the account.
create or replace view session_member as
  select session.id, session.account_id, session.token_hash, session.last_seen_at, session.expires_at,
    session.revoked_at, account.email, account.locale
  from session join account on account.id = session.account_id;
