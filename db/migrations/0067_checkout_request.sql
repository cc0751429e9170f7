-- Of the request without its cart and its card: the same filled form is the same purchase, also when the browser has
-- forgotten the cart that it bought.
alter table checkout add column request_key text;
create unique index checkout_of_request_key on checkout (request_key)
  where state in ('charging', 'challenge', 'unknown', 'ordered');
