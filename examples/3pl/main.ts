import { startWarehouse } from './warehouse.ts'

const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}; README.md says how.`)
  return value
}

await startWarehouse({
  shopUrl: needed('SHOP_URL'),
  key: needed('API_KEY'),
  secrets: needed('WEBHOOK_SECRET').split(' '),
  port: Number(process.env['PORT'] ?? 4000),
  log: (line) => console.log(line),
})
console.log('The warehouse is open.')
