import pg from 'pg'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
const lines = (await readFile('/tmp/desk2-data/postgres/data/postmaster.pid', 'utf8')).split('\n')
const [port, host] = [Number(lines[3]), lines[4]]
const c = new pg.Client({ host, port, user: process.env['PGU'] ?? 'loam', database: process.env['PGD'] ?? 'loam' })
await c.connect()
for (const q of process.argv.slice(2)) { const b = performance.now(); const r = await c.query(q); console.log(`-- ${Math.round(performance.now() - b)} ms`); const one = r.rows[0]; if (one && 'QUERY PLAN' in one) console.log(r.rows.map((x) => x['QUERY PLAN']).join('\n')); else console.table(r.rows) }
await c.end()
