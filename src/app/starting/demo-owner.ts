import { inviteStaff, passkeysOfStaff, staffByEmail } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Shop } from '../shop.ts'

/** The owner of the demo shop. */
const demoOwner = 'owner@loam.example'

const hasPasskey = async ({ deps }: Pick<Shop, 'deps'>): Promise<boolean> => {
  const owner = await staffByEmail(deps.database, demoOwner)
  return owner !== null && (await passkeysOfStaff(deps.database, [owner.id])).length > 0
}

/**
 * How to get into the desk, for the greeting: in the demo shop a one-time link for its owner, until the owner has a
 * passkey. A shop with real payments invites its owner by a command.
 */
export const deskAddress = async ({ deps, settings }: Pick<Shop, 'deps' | 'settings'>): Promise<string> => {
  const desk = `${deps.publicUrl}/desk`
  if (!settings.demo || (await hasPasskey({ deps }))) return desk
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  const token = await inTransaction(deps, (tx) => inviteStaff(tx, by, { email: demoOwner, role: 'owner' }))
  return `${desk}/join/${token}  (makes the owner's passkey, once)`
}
