-- Those whose member chose the day on which they begin.
create index subscription_starting on subscription (next_order_on, id) where state = 'future';
