-- What pages say of a product, and how they draw it, was in the code; one plan of each product holds it now. The release before
-- neither reads nor writes the column.
alter table plan add column about jsonb;

update plan set about = found.about::jsonb from (values
  ('syn-wk', '{"id": "ds-01", "page": "/daily-synbiotic", "shortName": "DS-01 Daily", "audience": "Adults, 18 and over",
    "pieces": "capsules", "jar": "cut-ds", "packet": "cut-packet-ds", "tone": "ds", "thanks": "welcome-kit", "hasGauge": true}'),
  ('pds-wk', '{"id": "pds-08", "page": "/pediatric-daily-synbiotic", "shortName": "PDS-08 Pediatric", "audience": "Ages 3 to 17",
    "pieces": "sticks", "jar": "cut-pds", "packet": "cut-packet-pds", "tone": "pds", "thanks": "pds-08-jar", "hidesQuiz": true,
    "gift": {"code": "pds-gwp", "picture": "cut-vial", "name": "travel vial"}}'),
  ('vs-wk', '{"id": "vs-01", "page": "/vaginal-synbiotic", "shortName": "VS-01 Vaginal", "audience": "Adults, 18 and over",
    "pieces": "capsules", "jar": "cut-vs", "packet": "cut-packet-vs", "tone": "vs", "thanks": "vs-01-jar", "hidesQuiz": true}')
) as found (code, about) where plan.code = found.code;
