-- The shop's clock runs this far ahead of the machine's; moved only with the sandbox processor.
create table shop_clock (
  id boolean primary key default true check (id),
  offset_milliseconds bigint not null default 0
);
insert into shop_clock default values;

-- A number per kind of fact that caches hang on; raised in the transaction that changes the fact.
create table shop_state (
  name text primary key,
  version bigint not null default 1
);
insert into shop_state (name) values ('catalogue'), ('content'), ('flag'), ('clock');
