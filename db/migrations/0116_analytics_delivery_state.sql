-- Standard names: an event is delivered to a destination, or the delivery failed for good.
alter table analytics_delivery drop constraint analytics_delivery_state_check;
drop index analytics_delivery_open;
update analytics_delivery set state = case state when 'told' then 'delivered' else 'failed' end
where state in ('told', 'dead');
alter table analytics_delivery add constraint analytics_delivery_state_check
  check (state in ('waiting', 'sending', 'delivered', 'failed'));
create index analytics_delivery_open on analytics_delivery (destination, state) where state <> 'delivered';
