-- What purchases took from stock, for the days that a stock lasts; renewals are known beforehand (report_coming_order).
create view report_stock_bought as
  select line.product, line.stock_quantity as units, o.placed_at
  from "order" o join order_line line on line.order_id = o.id
  where o.billing_cycle_id is null;
