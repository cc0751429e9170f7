import type { Partner, Staff } from '#platform/request-context.ts'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { outcomeOf, type Outcome } from '../simulation/people.ts'
import type { SimulatedShop } from '../simulation/simulated-shop.ts'
import type { Outcomes } from './action.ts'

export const nora: Staff = {
  kind: 'staff',
  staffId: '00000000-0000-4000-8000-000000000009',
  sessionId: '00000000-0000-4000-8000-00000000000a',
  name: 'Nora',
  email: 'nora@loam.example',
  role: 'owner',
}

/** Has the shop know who works at its desk. */
export const hireStaff = async (shop: SimulatedShop): Promise<void> => {
  const { staffId: id, name, email, role } = nora
  const now = shop.outside.clock.now().toString()
  await shop
    .deps()
    .database.insertInto('staff')
    .values({ id, email, name, role, invited_at: now, joined_at: now })
    .execute()
}

/** The outcome of a call that staff make at the desk. */
export const callDesk = <C extends Endpoint>(
  shop: SimulatedShop,
  endpoint: C,
  payload: PayloadInput<C>,
): Promise<Outcome<ReplyOf<C>>> => outcomeOf(shop, shop.callBy(nora, endpoint, payload))

/** The program of a warehouse. */
export const warehouse: Partner = {
  kind: 'partner',
  credential: 'key',
  programId: '00000000-0000-4000-8000-000000000008',
  name: 'Warehouse',
  scopes: ['orders:read', 'orders:ship'],
}

/** How often the log says that something was done to an order. */
export const timesLogged = async ({ pool }: Outcomes, action: string, number: string): Promise<number> => {
  const { rows } = await pool.query<{ times: number }>(
    'select count(*)::int as times from audit_entry where act = $1 and subject = $2',
    [action, `order:${number}`],
  )
  return rows[0]?.times ?? 0
}
