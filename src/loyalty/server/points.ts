import { holdAccount, lockAccount } from '#account/server/accounts.ts'
import type { ExperimentServices } from '#experiment/server/experiments.ts'
import { variantsIn, variantsOf } from '#experiment/server/experiments.ts'
import { ShopError } from '#shared/errors.ts'
import { hasProfile } from '#survey/server/surveys.ts'
import type { Surveys } from '#survey/server/surveys.ts'
import type { Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { customAction } from '../endpoints.ts'
import { hasLoyalty, pointsFor } from '../rules/points.ts'
import type { LoyaltyAction } from '../rules/points.ts'
import { insertEntry, readEntries } from './loyalty-store.ts'

export { readEntries as pointsOf, deleteEntries as forgetPointsOf } from './loyalty-store.ts'

/** What points need: variants of experiments, and which surveys complete a profile. */
export interface PointsServices extends ExperimentServices {
  readonly surveys: Surveys
}

/** What a member may report; the rest is recorded by the shop itself. */
const isCustomAction = (name: string): name is 'complete_profile' => name === 'complete_profile'

const totalPoints = (entries: readonly { readonly points: number }[]): number =>
  entries.reduce((sum, { points }) => sum + points, 0)

const awardPoints = (tx: Tx, accountId: string, action: LoyaltyAction, source = ''): Promise<void> =>
  insertEntry(tx, { accountId, action, source, points: pointsFor[action] })

const actionRefused = (reason: string, detail: string): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail, data: { reason } })

/** A member completed the profile: points, once, unless loyalty is hidden from them. */
export const completeProfile = async (services: PointsServices, accountId: string): Promise<void> => {
  if (!hasLoyalty(await variantsOf(services, accountId))) return
  await inTransaction(services.deps, async (tx) => {
    // The account may have been deleted since, together with its answers; the lock serializes this with the deletion.
    if ((await lockAccount(tx.db, accountId)) === null) return
    if (await hasProfile(tx.db, services.surveys, accountId))
      await awardPoints(tx, accountId, 'complete_profile')
  })
}

/** Handles the custom action of spec §7. What a member reports is verified before it counts. */
export const createCustomAction =
  (services: PointsServices): Handler<typeof customAction> =>
  async (context, { action_name: name }) => {
    const { actor } = context
    if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
    const { accountId } = actor
    const { deps } = services
    if (!isCustomAction(name))
      throw new ShopError('VALIDATION_ERROR', { fields: { action_name: 'This action doesn’t earn points.' } })
    if (!hasLoyalty(await variantsIn(services, context, accountId)))
      throw actionRefused('not-in-program', 'There is no loyalty program for this account.')
    if (!(await hasProfile(deps.database, services.surveys, accountId)))
      throw actionRefused('profile-incomplete', 'Please answer the questions first.')
    await inTransaction(deps, async (tx) => {
      // Deleted in another window a moment ago, together with the answers.
      if (!(await holdAccount(tx.db, accountId))) throw new ShopError('UNAUTHENTICATED')
      await awardPoints(tx, accountId, name)
    })
    return { success: true, points: totalPoints(await readEntries(deps.database, accountId)) }
  }
