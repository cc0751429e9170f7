-- The sums of a stored quote are together in `totals`; both kinds of quotes name their shipping method `code`.
create function pg_temp.with_totals(quote jsonb) returns jsonb language sql immutable as $$
  select (quote - array['subtotalCents', 'discountCents', 'taxCents', 'totalCents', 'creditCents'])
    || jsonb_build_object(
      'totals', jsonb_build_object(
        'subtotalCents', quote -> 'subtotalCents',
        'discountCents', quote -> 'discountCents',
        'shippingCents', quote -> 'shipping' -> 'cents',
        'taxCents', quote -> 'taxCents',
        'totalCents', quote -> 'totalCents',
        -- Quotes from before members could have credit have none.
        'creditCents', coalesce(quote -> 'creditCents', '0')),
      'shipping', jsonb_build_object(
        'code', coalesce(quote -> 'shipping' -> 'code', quote -> 'shipping' -> 'methodCode'),
        'label', quote -> 'shipping' -> 'label'))
$$;

update checkout set quote = pg_temp.with_totals(quote) where quote ? 'totalCents';
update billing_cycle set quote = pg_temp.with_totals(quote) where quote ? 'totalCents';
