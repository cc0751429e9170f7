import type { Kysely } from 'kysely'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { ReadCart } from './cart-record.ts'
import { selectOpenCartsAfter } from './cart-store.ts'

const batchSize = 500

/** A sentence for each open cart of which something cannot be read. */
export const damagedCarts = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const violations: string[] = []
  let carts = await selectOpenCartsAfter(db, null, batchSize)
  while (carts.length > 0) {
    const damaged = carts.filter(({ unreadable }) => unreadable.length > 0)
    violations.push(
      ...damaged.map(
        ({ id, unreadable }) => `cart ${id} cannot be read completely: ${unreadable.join(', ')}`,
      ),
    )
    carts = await selectOpenCartsAfter(db, carts.at(-1)?.id ?? null, batchSize)
  }
  return violations
}

const reported = new WeakMap<AppDeps, Set<string>>()

/** How many carts are remembered as reported; beyond it they may be reported again. */
const maxReported = 1_000

/** Logs that something was left out of a cart, once per cart in each process. */
export const reportDamage = <C extends ReadCart>(deps: AppDeps, found: C | null): C | null => {
  if (found === null || found.unreadable.length === 0) return found
  const known = reported.get(deps) ?? new Set()
  if (known.has(found.id)) return found
  if (known.size >= maxReported) known.clear()
  reported.set(deps, known.add(found.id))
  deps.log.error({ cart: found.id, columns: found.unreadable }, 'a part of a cart cannot be read')
  return found
}
