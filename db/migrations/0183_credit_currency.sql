-- Credit is kept by currency. The table of before stays as the part in dollars, with its own key and checks, so that processes
-- of the release before go on writing to it.
alter table credit_grant add column currency text not null default 'USD';
alter table credit_use add column currency text not null default 'USD';
alter table member_credit add column currency text not null default 'USD';

create table credit_balance (
  account_id uuid not null references account (id),
  available_cents integer not null,
  reserved_cents integer not null default 0,
  is_closed boolean not null default false,
  currency text not null default 'USD'
) partition by list (currency);
create unique index credit_balance_of_member on credit_balance (account_id, currency);
create table credit_balance_other partition of credit_balance (
  check (available_cents >= 0),
  check (reserved_cents >= 0)
) default;
alter table credit_balance attach partition member_credit for values in ('USD');
