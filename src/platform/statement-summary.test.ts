import { expect, test } from 'vitest'
import { statementSummary } from './statement-summary.ts'

test.each([
  ['select "id" from "session_member" where "token_hash" = $1', 'select session_member'],
  ['insert into "charge" ("id") values ($1)', 'insert charge'],
  ['update "shop_order" set "state" = $1', 'update shop_order'],
  ['delete from rate_counter', 'delete rate_counter'],
  ['select from pgboss.job where name = $1', 'select job'],
  ['with due as (select 1 from subscription) update x', 'with subscription'],
  ['begin isolation level serializable', 'begin'],
  ['commit', 'commit'],
  ["select 'mara@loam.example'", 'select'],
  ['mara@loam.example', 'statement'],
])('%s', (text, summary) => {
  expect(statementSummary(text)).toBe(summary)
})
