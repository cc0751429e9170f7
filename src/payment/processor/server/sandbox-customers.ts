import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { OutgoingReply } from '#platform/outgoing.ts'
import type { Processor } from './processor.ts'
import { parsed, sendRequest } from './sandbox-http.ts'
import type { SandboxDeps } from './sandbox-http.ts'

const ChargeReply = z.object({ customer: z.string().nullable() })

/** The reply, or null for what the sandbox does not know. */
const known = (reply: OutgoingReply | null): OutgoingReply | null => {
  if (reply?.status === 404) return null
  if (reply?.status !== 200) throw new ShopError('SHOP_BUSY')
  return reply
}

/** Customers at the sandbox, of those who are forgotten. */
export const sandboxCustomers = (deps: SandboxDeps): Pick<Processor, 'customersOf' | 'deleteCustomers'> => {
  const customerOf = async (charge: string): Promise<string | null> => {
    const path = `/v1/charges/${encodeURIComponent(charge)}`
    const reply = known(await sendRequest(deps, { method: 'GET', path }))
    return reply === null ? null : (parsed(ChargeReply, reply.body)?.customer ?? null)
  }
  return {
    customersOf: async (charges) => {
      const found = new Set<string>()
      for (const charge of charges) {
        const customer = await customerOf(charge)
        if (customer !== null) found.add(customer)
      }
      return [...found]
    },
    deleteCustomers: async (customers) => {
      for (const id of customers) {
        const path = `/v1/customers/${encodeURIComponent(id)}/delete`
        known(await sendRequest(deps, { method: 'POST', path, key: `delete ${id}`, body: '{}' }))
      }
    },
  }
}
