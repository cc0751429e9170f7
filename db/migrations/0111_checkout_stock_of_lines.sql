-- A line of a quote named what it takes from stock `shelf: {product, units}`; it is `stock: {product, quantity}` now.
create function pg_temp.renamed_line(line jsonb) returns jsonb language sql immutable as $$
  select case
    when not line ? 'shelf' then line
    when jsonb_typeof(line -> 'shelf') = 'object' then (line - 'shelf') || jsonb_build_object('stock',
      jsonb_build_object('product', line -> 'shelf' -> 'product', 'quantity', line -> 'shelf' -> 'units'))
    else (line - 'shelf') || jsonb_build_object('stock', line -> 'shelf')
  end
$$;

create function pg_temp.renamed_quote(quote jsonb) returns jsonb language sql immutable as $$
  select jsonb_set(quote, '{lines}', coalesce(
    (select jsonb_agg(pg_temp.renamed_line(line) order by position)
      from jsonb_array_elements(quote -> 'lines') with ordinality as lines (line, position)), '[]'))
$$;

update checkout set quote = pg_temp.renamed_quote(quote) where quote -> 'lines' @? '$[*].shelf';
update billing_cycle set quote = pg_temp.renamed_quote(quote) where quote -> 'lines' @? '$[*].shelf';
