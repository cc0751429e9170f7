-- Which plans the listings for partners show, and in which order, was in the code.
update plan set rules = plan.rules || found.rules::jsonb from (values
  ('syn-wk', '{"listings": ["daily:1", "partner:1"]}'),
  ('syn-wk-3mo', '{"listings": ["daily:2"]}'),
  ('syn-wk-6mo', '{"listings": ["daily:3"]}'),
  ('vs-wk', '{"listings": ["vaginal:1", "partner:3"]}'),
  ('vs-rf-3mo', '{"listings": ["vaginal:2"]}'),
  ('vs-rf', '{"listings": ["vaginal:3"]}'),
  ('pds-wk', '{"listings": ["pediatric:1", "partner:4"]}'),
  ('syn-rf', '{"listings": ["partner:2"]}'),
  ('pds-rf', '{"listings": ["partner:5"]}')
) as found (code, rules) where plan.code = found.code;
