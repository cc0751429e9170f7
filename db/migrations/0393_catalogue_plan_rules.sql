-- What plans do in a cart and to its price was in the code: the gift that comes with a plan, a hidden coupon, a bundle, the
-- countries of an upsell, free shipping abroad. The release before neither reads nor writes the column; plans that it publishes keep their rules.
alter table plan add column rules jsonb not null default '{}';

update plan set rules = found.rules::jsonb from (values
  ('syn-wk', '{"bundle": {"code": "syn-wk-duo", "quantity": 2,
    "discounts": {"USD": "10.00", "CAD": "14.00", "EUR": "9.00", "GBP": "8.00", "JPY": "1500"}}}'),
  ('syn-wk-gift-2020', '{"isGift": true}'),
  ('pds-wk', '{"bringsGift": "pds-gwp"}'),
  ('vs-wk', '{"offeredCoupon": "hiddenVs01", "upsellCountries": ["US"]}'),
  ('syn-rf-3mo', '{"shipsFreeAbroad": true}'),
  ('syn-rf-6mo', '{"shipsFreeAbroad": true}'),
  ('vs-rf-3mo', '{"shipsFreeAbroad": true}')
) as found (code, rules) where plan.code = found.code;
