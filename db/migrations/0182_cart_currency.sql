-- The currency in which a cart was last changed: when the visitor's is another one, the cart says that it is priced anew.
alter table cart add column currency text not null default 'USD';
