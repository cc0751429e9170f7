import { lockAccount } from '#account/server/accounts.ts'
import type { ExperimentTools } from '#experiment/server/experiments.ts'
import { variantsIn, variantsOf } from '#experiment/server/experiments.ts'
import { ShopError } from '#shared/errors.ts'
import { hasProfile } from '#survey/server/surveys.ts'
import type { Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { customAction } from '../calls.ts'
import { hasLoyalty, pointsFor } from '../rules/points.ts'
import type { LoyaltyAction } from '../rules/points.ts'
import { deleteEntries, insertEntry, readEntries } from './loyalty-store.ts'

/** What a member may say to have done; the rest is seen by the shop itself. */
const isCustomAction = (name: string): name is 'complete_profile' => name === 'complete_profile'

const total = (entries: readonly { readonly points: number }[]): number =>
  entries.reduce((sum, { points }) => sum + points, 0)

const earn = (work: Work, accountId: string, action: LoyaltyAction, source = ''): Promise<void> =>
  insertEntry(work, { accountId, action, source, points: pointsFor[action] })

const refused = (reason: string, detail: string): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail, data: { reason } })

/** A member completed the profile: points, once, unless loyalty is hidden from them. */
export const completeProfile = async (tools: ExperimentTools, accountId: string): Promise<void> => {
  if (!hasLoyalty(await variantsOf(tools, accountId))) return
  await inTransaction(tools.world, async (work) => {
    // The account may have been deleted since, together with its answers; the lock serializes this with the deletion.
    await lockAccount(work.db, accountId)
    if (await hasProfile(work.db, accountId)) await earn(work, accountId, 'complete_profile')
  })
}

/** A member's statement of points, for the member's data file. */
export const pointsOf = (db: World['database'], accountId: string) => readEntries(db, accountId)

/** Forgets a member's points. */
export const forgetPointsOf = (work: Work, accountId: string): Promise<void> => deleteEntries(work, accountId)

/** Answers the custom action of spec §7. What a member says is looked up before it counts. */
export const createCustomAction =
  (tools: ExperimentTools): Handler<typeof customAction> =>
  async (context, { action_name: name }) => {
    const { actor } = context
    if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
    const { accountId } = actor
    const { world } = tools
    if (!isCustomAction(name))
      throw new ShopError('VALIDATION_ERROR', { fields: { action_name: 'This action earns nothing.' } })
    if (!hasLoyalty(await variantsIn(tools, context, accountId)))
      throw refused('not-in-programme', 'There is no loyalty programme for this account.')
    if (!(await hasProfile(world.database, accountId)))
      throw refused('profile-incomplete', 'Kindly answer the questions first.')
    await inTransaction(world, (work) => earn(work, accountId, name))
    return { success: true, points: total(await readEntries(world.database, accountId)) }
  }
